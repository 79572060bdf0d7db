public import Foundation

extension Phrase {
    /// The localization with the texts of a locale's language; nil if there is none, so that another language is shown.
    ///
    /// Chinese in one script is not taken for Chinese in the other.
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
        // One of the same region first: "pt-PT" before "pt-BR".
        return sameLanguage.first { Locale.Language(identifier: $0).complete.region == wanted.region }
            ?? sameLanguage.first
    }
}

extension Locale.Language {
    /// The language with the script and the region that it most likely has.
    fileprivate var complete: Locale.Language { Locale.Language(identifier: maximalIdentifier) }
}
