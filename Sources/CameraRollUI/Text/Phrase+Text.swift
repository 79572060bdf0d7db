public import CameraRollBrowsing
public import Foundation

extension Phrase {
    /// The text in a language: from the app's own table "CameraRoll", or from the module.
    ///
    /// The module has English and Simplified Chinese. The app's `CameraRoll.strings` or `CameraRoll.xcstrings` adds
    /// languages and replaces texts; its keys are the raw values of `Phrase.Key`. A locale whose language has no texts
    /// only affects the format of values; the words are in the app's language.
    public func localized(in locale: Locale = .current) -> String {
        let own = Bundle.module.texts(in: locale).localizedString(forKey: key.rawValue, value: nil, table: nil)
        let template = Bundle.main.texts(in: locale)
            .localizedString(forKey: key.rawValue, value: own, table: "CameraRoll")
        return filling(template) { $0.formatted(in: locale) }
    }
}

extension Bundle {
    /// The texts in the language of a locale; those of the app's language if there are none, or if it is the same.
    fileprivate nonisolated func texts(in locale: Locale) -> Bundle {
        guard locale != .current, let name = Phrase.localization(for: locale, among: localizations),
            let path = path(forResource: name, ofType: "lproj")
        else { return self }
        return Bundle(path: path) ?? self
    }
}

#if canImport(SwiftUI)
public import SwiftUI

/// A text of the library's views, in the language of the environment's locale.
public struct PhraseText: View {
    private let phrase: Phrase
    @Environment(\.locale) private var locale

    /// Creates a text.
    public init(_ phrase: Phrase) {
        self.phrase = phrase
    }

    /// The text.
    public var body: some View { Text(phrase, in: locale) }
}

extension Text {
    /// A text of the library's views, for places that do not accept a view that follows the environment.
    ///
    /// - Parameters:
    ///   - phrase: the text.
    ///   - locale: the locale; by default the user's. A view reads its own from `@Environment(\.locale)`.
    public init(_ phrase: Phrase, in locale: Locale = .current) {
        self.init(verbatim: phrase.localized(in: locale))
    }
}

/// A text of the library's views with a symbol.
struct PhraseLabel: View {
    let phrase: Phrase
    let symbol: String

    var body: some View {
        Label(title: { PhraseText(phrase) }, icon: { Image(systemName: symbol) })
    }
}

/// A button with a text of the library's views, and a symbol in menus.
struct PhraseButton: View {
    let phrase: Phrase
    var symbol: String?
    var role: ButtonRole?
    let action: @MainActor () -> Void

    var body: some View {
        Button(role: role, action: action) {
            if let symbol { PhraseLabel(phrase: phrase, symbol: symbol) } else { PhraseText(phrase) }
        }
    }
}

extension [Phrase] {
    /// The parts of a label as one text, as VoiceOver reads a list.
    func localized(in locale: Locale) -> String { map { $0.localized(in: locale) }.joined(separator: ", ") }
}

// MARK: - VoiceOver

extension View {
    /// Sets the label of a view for VoiceOver.
    func accessibilityLabel(_ phrases: Phrase...) -> some View { modifier(SpokenLabel(phrases: phrases)) }

    /// Sets the label of a view for VoiceOver, in parts.
    func accessibilityLabel(_ phrases: [Phrase]) -> some View { modifier(SpokenLabel(phrases: phrases)) }

    /// Sets the value that VoiceOver reads.
    func accessibilityValue(_ phrase: Phrase?) -> some View { modifier(SpokenValue(phrase: phrase)) }

    /// Adds an action for VoiceOver.
    func accessibilityAction(named phrase: Phrase, _ action: @escaping () -> Void) -> some View {
        modifier(SpokenAction(phrase: phrase, action: action))
    }
}

private struct SpokenLabel: ViewModifier {
    let phrases: [Phrase]
    @Environment(\.locale) private var locale

    func body(content: Content) -> some View { content.accessibilityLabel(phrases.localized(in: locale)) }
}

private struct SpokenValue: ViewModifier {
    let phrase: Phrase?
    @Environment(\.locale) private var locale

    func body(content: Content) -> some View { content.accessibilityValue(phrase?.localized(in: locale) ?? "") }
}

private struct SpokenAction: ViewModifier {
    let phrase: Phrase
    let action: () -> Void
    @Environment(\.locale) private var locale

    func body(content: Content) -> some View {
        content.accessibilityAction(named: phrase.localized(in: locale), action)
    }
}
#endif
