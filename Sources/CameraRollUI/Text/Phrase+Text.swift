#if canImport(SwiftUI)
public import CameraRollBrowsing
public import Foundation
public import SwiftUI

extension Phrase {
    /// The text in the user's language: the app's own, from its table "CameraRoll", or the module's.
    ///
    /// The module has English and Simplified Chinese. The app's `CameraRoll.strings` or `CameraRoll.xcstrings` adds
    /// languages, and replaces texts; its keys are the raw values of `Phrase.Key`.
    public func localized(in locale: Locale = .current) -> String {
        let own = Bundle.module.localizedString(forKey: key.rawValue, value: nil, table: nil)
        let template = Bundle.main.localizedString(forKey: key.rawValue, value: own, table: "CameraRoll")
        return filling(template) { $0.formatted(in: locale) }
    }
}

extension Phrase.Value {
    fileprivate nonisolated func formatted(in locale: Locale) -> String {
        switch self {
        case .number(let number): number.formatted(.number.locale(locale))
        case .text(let text): text
        case .period(let date, let unit, let calendar): date.formatted(.period(unit, calendar, locale))
        case .moment(let date): date.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale))
        case .seconds(let seconds):
            Duration.seconds(seconds)
                .formatted(.units(allowed: [.hours, .minutes, .seconds], width: .wide).locale(locale))
        case .share(let share): share.formatted(.percent.precision(.fractionLength(0)).locale(locale))
        }
    }
}

extension FormatStyle where Self == Date.FormatStyle {
    /// The style of a period in the calendar and the time zone of its sections.
    fileprivate nonisolated static func period(
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

extension Text {
    /// A text of the library's views, in the user's language.
    public init(_ phrase: Phrase) {
        self.init(verbatim: phrase.localized())
    }
}

extension [Phrase] {
    /// The parts of a label as one text, as VoiceOver reads a list.
    var localized: String { map { $0.localized() }.joined(separator: ", ") }
}
#endif
