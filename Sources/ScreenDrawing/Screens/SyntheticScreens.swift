import CameraRollBrowsing
import Foundation
import SyntheticLibrary

/// The screens of a synthetic library: each state that a person may see, made by the library and not by hand.
public enum SyntheticScreens {
    /// A screen that can be drawn.
    public struct Recipe: Sendable {
        /// The name of its file, without an extension.
        public let name: String
        /// What it shows.
        public let title: String
        fileprivate let make: @MainActor (Recipe) async throws -> Screen

        /// Opens a library and draws the screen.
        @MainActor public func draw() async throws -> Screen { try await make(self) }
    }

    /// All screens.
    public static let all: [Recipe] =
        [
            Recipe(name: "picker", title: "A picker with a selection, made by a drag and by taps", make: picker()),
            Recipe(name: "months", title: "A grid by month", make: grid()),
            Recipe(name: "wide", title: "A grid by day on a wide screen", make: wide()),
            Recipe(name: "wide-dark", title: "A grid by day on a wide screen, dark", make: wide { $0.isDark = true }),
            Recipe(name: "fling", title: "In a fling: what has not arrived is gray", make: fling),
            Recipe(name: "scrubber", title: "The scrubber at rest in a drag, at 40 %", make: scrubber),
            Recipe(name: "dark", title: "A picker, dark", make: picker { $0.isDark = true }),
            Recipe(
                name: "right-to-left", title: "A picker from right to left", make: picker { $0.isRightToLeft = true }),
            Recipe(
                name: "chinese", title: "A picker in Simplified Chinese",
                make: picker { $0.locale = Locale(identifier: "zh-Hans") }),
            Recipe(
                name: "largest-text", title: "A picker at the largest text size",
                make: picker { $0.textSize = .accessibility5 }),
        ]
        + GridDensity.allCases.enumerated().map { index, density in
            Recipe(name: "density-\(index + 1)", title: "Density \(index + 1) of 5", make: picker(density: density))
        }
        + [
            Recipe(name: "albums", title: "Albums", make: albums),
            Recipe(name: "limited", title: "Limited access: the photos that the user has selected", make: limited),
            Recipe(name: "denied", title: "Access denied", make: state { $1.set(.denied) }),
            Recipe(name: "not-asked", title: "Before the user is asked", make: state { $1.set(.notDetermined) }),
            Recipe(name: "empty", title: "An empty library", make: state { store, _ in store.assets = 0 }),
            Recipe(
                name: "failed", title: "A library that cannot be opened",
                make: state { store, _ in store.faults.openFailure = "its file is damaged" }),
            Recipe(name: "pager", title: "A photo in the pager", make: pager),
            Recipe(name: "pager-turning", title: "The pager, being turned", make: turningPager),
            Recipe(name: "cells", title: "Each state of a cell, by the library's faults", make: CellStates.draw),
        ]

    private static let assets = 70_000

    static func manager(_ store: SyntheticStore, _ authorization: MockAuthorization = MockAuthorization())
        -> MediaManager
    {
        MediaManager(.synthetic(store, authorization: authorization), executor: LibraryExecutor(label: "screens"))
    }

    private static var manager: MediaManager { manager(SyntheticStore(assets: assets)) }
}

// MARK: - Pickers

extension SyntheticScreens {
    private typealias Maker = @MainActor (Recipe) async throws -> Screen

    private static func picker(
        density: GridDensity = .standard, _ change: @escaping @Sendable (inout ScreenStyle) -> Void = { _ in }
    ) -> Maker {
        { recipe in
            var style = ScreenStyle()
            change(&style)
            let stage = try ScreenStage(
                of: manager, style: style, picker: .example, density: density,
                pixelsPerPoint: density == GridDensity.allCases[0] ? 0.5 : 1)
            try await stage.open()
            stage.select(isDragged: density == .standard)
            return try await stage.draw(recipe.name, recipe.title)
        }
    }
}

extension ScreenStage {
    /// Selects by a drag over the first row, and by taps.
    fileprivate func select(isDragged: Bool) {
        if isDragged, let first = presenter.geometry?.frame(of: 0), let last = presenter.geometry?.frame(of: 2) {
            let y = first.top + first.height / 2
            presenter.press(x: first.left + 40, y: y)
            presenter.drag(x: last.left + 40, y: y)
            presenter.release()
        }
        for position in isDragged ? [7, 12] : [0, 3] { presenter.tap(position) }
    }
}

// MARK: - Grids

extension SyntheticScreens {
    private static func grid() -> Maker {
        { recipe in
            let stage = try ScreenStage(of: manager, by: .month)
            try await stage.open()
            return try await stage.draw(recipe.name, recipe.title)
        }
    }

    /// As large as a page shows it, so that its letters keep their size there.
    private static func wide(_ change: @escaping @Sendable (inout ScreenStyle) -> Void = { _ in }) -> Maker {
        { recipe in
            var style = ScreenStyle()
            (style.width, style.height) = (830, 320)
            change(&style)
            let stage = try ScreenStage(of: manager, style: style, by: .day)
            try await stage.open()
            return try await stage.draw(recipe.name, recipe.title)
        }
    }

    /// From a position on, no picture arrives.
    @MainActor private static func fling(_ recipe: Recipe) async throws -> Screen {
        let first = 2_000
        let held = try await manager.page(PageRequest(number: first / 400, size: 400)).assets.map(\.id)
        var configuration = SyntheticConfiguration(assets: assets)
        for id in held { configuration.faults.imageFaults[id] = .never }
        let stage = try ScreenStage(of: manager(SyntheticStore(configuration)), by: .month)
        stage.held = Set(held)
        try await stage.open()
        let top = stage.presenter.geometry?.frame(of: first)?.top ?? 0
        // A view reports each of its places: first one where all pictures arrive, then one in the middle of the fling.
        try await stage.scroll(to: top - 900)
        try await stage.settle()
        try await stage.scroll(to: top - 400, speed: 6_000)
        try await stage.settle()
        return try await stage.draw(recipe.name, recipe.title)
    }

    @MainActor private static func scrubber(_ recipe: Recipe) async throws -> Screen {
        let stage = try ScreenStage(of: manager, by: .month)
        try await stage.open()
        try await stage.scrub(to: 0.4)
        return try await stage.draw(recipe.name, recipe.title)
    }

    @MainActor private static func albums(_ recipe: Recipe) async throws -> Screen {
        let stage = try ScreenStage(of: manager)
        try await stage.open()
        return try await stage.drawAlbums(recipe.name, recipe.title)
    }

    @MainActor private static func pager(_ recipe: Recipe) async throws -> Screen {
        let stage = try ScreenStage(of: manager)
        try await stage.open()
        return try await stage.drawPager(recipe.name, recipe.title, at: 3)
    }

    @MainActor private static func turningPager(_ recipe: Recipe) async throws -> Screen {
        let stage = try ScreenStage(of: manager)
        try await stage.open()
        return try await stage.drawPager(recipe.name, recipe.title, at: 3, translation: -140)
    }
}

// MARK: - Permission, and libraries without anything to show

extension SyntheticScreens {
    @MainActor private static func limited(_ recipe: Recipe) async throws -> Screen {
        let (store, authorization) = (SyntheticStore(assets: assets), MockAuthorization(.limited))
        store.select(try await manager.page(PageRequest(size: 14)).assets.map(\.id))
        let stage = try ScreenStage(of: manager(store, authorization), by: nil)
        try await stage.open()
        return try await stage.draw(recipe.name, recipe.title)
    }

    private static func state(
        _ change: @escaping @Sendable (inout SyntheticConfiguration, MockAuthorization) -> Void
    ) -> Maker {
        { recipe in
            var configuration = SyntheticConfiguration(assets: assets)
            let authorization = MockAuthorization()
            change(&configuration, authorization)
            let stage = try ScreenStage(of: manager(SyntheticStore(configuration), authorization))
            try await stage.open()
            return try await stage.draw(recipe.name, recipe.title)
        }
    }
}
