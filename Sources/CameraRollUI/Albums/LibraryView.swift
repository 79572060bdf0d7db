#if canImport(SwiftUI)
public import CameraRollBrowsing
public import SwiftUI

/// A browser's list, or what replaces it (permission, loading, an empty library, a failure), with its banner, and with
/// a search field if the library can be searched.
///
/// ```swift
/// LibraryView(browser) { AssetGridView(browser.grid) { open($0) } }
///     .onAppear { browser.start() }
/// ```
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct LibraryView<Content: View>: View {
    private let browser: LibraryBrowser
    private let content: () -> Content
    @FocusState private var isTypingText: Bool

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - browser: the browser.
    ///   - content: returns the view of the list.
    public init(_ browser: LibraryBrowser, @ViewBuilder content: @escaping () -> Content) {
        (self.browser, self.content) = (browser, content)
    }

    /// The content with the search field and the banner above it.
    public var body: some View {
        state.environment(\.isTypingText, isTypingText).safeAreaInset(edge: .top, spacing: 0) {
            VStack(spacing: 0) {
                if browser.canSearch { SearchField(browser: browser, isFocused: $isTypingText) }
                if let notice = browser.notice { NoticeBanner(notice: notice, browser: browser) }
            }
        }
    }

    @ViewBuilder private var state: some View {
        switch browser.state {
        case .permissionNeeded: permission(.notDetermined)
        case .permissionDenied(let status): permission(status)
        case .loading:
            ProgressView { PhraseText(Phrase(.libraryLoading)) }.frame(maxWidth: .infinity, maxHeight: .infinity)
        case .empty: Unavailable(phrase: browser.emptyPhrase, symbol: "photo.on.rectangle")
        case .ready: content()
        case .failed:
            Unavailable(phrase: Phrase(.libraryFailed), symbol: "exclamationmark.triangle") { browser.retry() }
        }
    }

    private func permission(_ status: AuthorizationStatus) -> some View {
        PermissionView(status) { await browser.requestPermission() }
    }
}

private nonisolated struct TypingTextKey: EnvironmentKey {
    static let defaultValue = false
}

extension EnvironmentValues {
    /// Whether the user is typing, so that keyboard shortcuts apply to the text.
    nonisolated var isTypingText: Bool {
        get { self[TypingTextKey.self] }
        set { self[TypingTextKey.self] = newValue }
    }
}

/// The field for the text of a search.
///
/// `searchable` needs a navigation bar, and cannot appear later without a new identity of the content.
private struct SearchField: View {
    @Bindable var browser: LibraryBrowser
    let isFocused: FocusState<Bool>.Binding
    @Environment(\.locale) private var locale

    var body: some View {
        HStack(spacing: metrics.search.spacing) {
            Image(systemName: "magnifyingglass").foregroundStyle(.secondary).accessibilityHidden(true)
            TextField(text: $browser.searchText, prompt: Text(Phrase(.searchPrompt), in: locale)) {
                PhraseText(Phrase(.searchPrompt))
            }
            .textFieldStyle(.plain)
            .focused(isFocused)
            if !browser.searchText.isEmpty {
                PagerButton(phrase: Phrase(.searchClear), symbol: "xmark.circle.fill") { browser.searchText = "" }
            }
        }
        .padding(metrics.search.margin)
        .barBackground()
    }
}

/// A text in place of a list, with a button to try again if that may help.
private struct Unavailable: View {
    let phrase: Phrase
    let symbol: String
    var retry: (@MainActor () -> Void)?

    var body: some View {
        ContentUnavailableView {
            PhraseLabel(phrase: phrase, symbol: symbol)
        } actions: {
            if let retry { PhraseButton(phrase: Phrase(.libraryRetry), action: retry) }
        }
    }
}

/// The message of a browser above its list.
private struct NoticeBanner: View {
    let notice: LibraryBrowser.Notice
    let browser: LibraryBrowser

    var body: some View {
        switch notice {
        case .limited(let access): LimitedAccessBanner(access) { await browser.selectMore() }
        case .indexing, .libraryBusy:
            PhraseText(notice.phrase).font(Font(metrics.banner.font)).padding(metrics.banner.margin)
                .frame(maxWidth: .infinity).barBackground()
        }
    }
}
#endif
