import CameraRollBrowsing
import SyntheticLibrary

/// Each state of a cell, side by side: of what a library's assets are, and of what its faults do to pictures.
@MainActor enum CellStates {
    private static let side = 117.0

    /// A state, and how the library and the user bring it about.
    fileprivate struct State {
        let name: String
        var edit: (inout MediaAsset) -> Void = { _ in }
        var fault: SyntheticImageFault?
        /// Where a download from the cloud stays; nil for an asset that is on the device.
        var download: Double?
        var taps = 0
    }

    private static let states = [
        State(name: "photo"),
        State(name: "video") { ($0.mediaType, $0.duration) = (.video, 83) },
        State(name: "Live Photo") { $0.mediaSubtypes = .livePhoto },
        State(name: "favorite") { $0.isFavorite = true },
        State(name: "favorite, long") { ($0.mediaType, $0.duration, $0.isFavorite) = (.video, 4_215, true) },
        State(name: "not arrived", fault: .never), State(name: "failed", fault: .error(reason: "damaged")),
        State(name: "failed, but small", fault: .errorAfterDegraded(reason: "damaged")),
        State(name: "download at 60 %", download: 0.6), State(name: "selected", taps: 1),
        State(name: "selected second", taps: 1), State(name: "deselected", taps: 2),
    ]

    static func draw(_ recipe: SyntheticScreens.Recipe) async throws -> Screen {
        var configuration = SyntheticConfiguration(assets: 1_000)
        configuration.cloudOriginals = true
        let store = SyntheticStore(configuration)
        let assets = try await SyntheticScreens.manager(store).page(PageRequest(size: 40)).assets
        let positions = positions(in: assets.map { store.contents.isCloudOnly($0.id) == true })
        for (state, position) in zip(states, positions) {
            let id = assets[position].id
            store.edit(id) { asset in
                (asset.mediaType, asset.mediaSubtypes, asset.isFavorite) = (.image, [], false)
                state.edit(&asset)
            }
            store.faults.imageFaults[id] = state.fault
            store.faults.downloads[id] = state.download.map { .stalls(after: $0) }
        }
        var style = ScreenStyle()
        style.height = 2_400  // All states are on the screen.
        let stage = try ScreenStage(of: SyntheticScreens.manager(store), style: style, picker: .example, by: nil)
        stage.held = Set(store.faults.imageFaults.keys)
        try await stage.open()
        return try await show(positions, on: stage, recipe)
    }

    /// A position for each state, on the device or in the cloud.
    private static func positions(in cloud: [Bool]) -> [Int] {
        var free = cloud.indices.filter { !cloud[$0] }[...]
        return states.map { state in
            state.download == nil ? free.popFirst() ?? 0 : cloud.firstIndex(of: true) ?? 0
        }
    }

    private static func show(
        _ positions: [Int], on stage: ScreenStage, _ recipe: SyntheticScreens.Recipe
    ) async throws -> Screen {
        var canvas = ScreenCanvas(stage.style, width: stage.style.width, height: 4 * (side + 32) + 8)
        canvas.rect(Box(0, 0, canvas.width, canvas.height), fill: canvas.colors.paper)
        for (state, position) in zip(states, positions) {
            for _ in 0..<state.taps { stage.presenter.tap(position) }
        }
        for (index, (state, position)) in zip(states, positions).enumerated() {
            let cell = stage.presenter.grid.cell(at: position)
            try await stage.wait(for: "the state '\(state.name)'") { state.isReached(cell.image) }
            let box = Box(10 + Double(index % 3) * (side + 11), 10 + Double(index / 3) * (side + 32), side, side)
            canvas.part(box) { $0.cell(cell, of: stage.presenter, selects: true) }
            let font = ScreenMetrics.standard.albums.countFont
            canvas.text(state.name, box.x, box.y + side + 13, font, color: canvas.colors.ink)
        }
        return Screen(recipe.name, recipe.title, canvas)
    }
}

extension CellStates.State {
    /// Whether a cell shows what the fault does.
    fileprivate func isReached(_ image: AssetCell.Image) -> Bool {
        switch (fault, image) {
        case (.error, .failed), (.errorAfterDegraded, .degraded): true
        case (.error, _), (.errorAfterDegraded, _): false
        default: true
        }
    }
}
