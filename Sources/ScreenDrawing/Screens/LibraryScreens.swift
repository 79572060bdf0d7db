public import CameraRollBrowsing
public import Foundation

/// The screens of any library, as a person would see them one after the other.
@MainActor public enum LibraryScreens {
    /// Draws them; only the first one if the library cannot be shown or is empty.
    ///
    /// - Parameters:
    ///   - now: the time, by which days are today and yesterday: a photo may be dated in the future.
    ///   - progress: called with the title of each, before it is drawn.
    public static func draw(
        _ manager: MediaManager, now: Date = .now, progress: (String) -> Void = { _ in }
    ) async throws -> [Screen] {
        var light = ScreenStyle()
        light.now = now
        progress("A grid by month")
        let grid = try ScreenStage(of: manager, style: light, by: .month)
        try await grid.open()
        var screens = [try await grid.draw("grid", "A grid by month")]
        guard grid.browser.state == .ready else { return screens }
        progress("In the middle of the library, by the scrubber")
        try await grid.scrub(to: 0.5)
        screens.append(try await grid.draw("scrubber", "In the middle of the library, by the scrubber"))
        progress("The newest one")
        screens.append(try await grid.drawPager("pager", "The newest one", at: 0))
        progress("Albums")
        screens.append(try await grid.drawAlbums("albums", "Albums"))
        var dark = light
        dark.isDark = true
        for (style, name, title) in [(light, "picker", "A picker"), (dark, "dark", "A picker, dark")] {
            progress(title)
            let picker = try ScreenStage(of: manager, style: style, picker: .example)
            try await picker.open()
            for position in [0, 2, 1].filter({ $0 < picker.presenter.grid.count }) { picker.presenter.tap(position) }
            screens.append(try await picker.draw(name, title))
        }
        return screens
    }
}

extension PickerConfiguration {
    /// Up to nine assets, in the order of selection.
    static var example: PickerConfiguration {
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 9
        configuration.selection = .ordered
        return configuration
    }
}
