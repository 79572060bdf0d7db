public import Foundation

extension Phrase {
    /// Returns the localization in the language of a locale; nil if there is none.
    ///
    /// Chinese in one script does not match Chinese in the other.
    ///
    /// - Parameters:
    ///   - locale: the locale, such as that of a view's environment.
    ///   - localizations: the names of the localizations, such as `en` and `zh-Hans`.
    public static func localization(for locale: Locale, among localizations: [String]) -> String? {
        let wanted = locale.language.complete
        let sameLanguage = localizations.filter { name in
            let language = Locale.Language(identifier: name).complete
            return language.languageCode == wanted.languageCode && language.script == wanted.script
        }
        // The same region comes first: "pt-PT" before "pt-BR".
        return sameLanguage.first { Locale.Language(identifier: $0).complete.region == wanted.region }
            ?? sameLanguage.first
    }
}

extension Locale.Language {
    /// The language with the script and the region that it most likely has.
    fileprivate var complete: Locale.Language { Locale.Language(identifier: maximalIdentifier) }
}

extension Phrase.Value {
    /// The value as a text in a language and a region, formatted as in the package's own views.
    public func formatted(in locale: Locale) -> String {
        switch self {
        case .number(let number): number.formatted(.number.locale(locale))
        case .text(let text): text
        case .period(let date, let unit, let calendar): date.formatted(.period(unit, calendar, locale))
        case .moment(let date): date.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale))
        case .seconds(let seconds):
            Duration.seconds(seconds)
                .formatted(.units(allowed: [.hours, .minutes, .seconds], width: .wide).locale(locale))
        case .share(let share): share.formatted(.percent.precision(.fractionLength(0)).locale(locale))
        case .bytes(let count): Int64(count).formatted(.byteCount(style: .file).locale(locale))
        }
    }
}

extension FormatStyle where Self == Date.FormatStyle {
    /// The style of a period in the calendar and the time zone of its sections.
    fileprivate static func period(
        _ unit: AssetSections.Unit, _ calendar: Calendar, _ locale: Locale
    ) -> Date.FormatStyle {
        let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        return switch unit {
        case .day: style.weekday(.wide).day().month(.wide).year()
        case .month: style.month(.wide).year()
        case .year: style.year()
        }
    }
}
