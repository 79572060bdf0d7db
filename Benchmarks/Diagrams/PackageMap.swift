extension Diagrams {
    /// The modules, each above those that it uses.
    static var packageMap: Diagram {
        var map = Diagram(
            "package-map", "The modules: an app and its views over CameraRoll, which stands in front of a library")
        let (gap, width) = (12.0, Diagram.width)
        map.box(0, 0, width, 34, "your app")
        let half = (width - gap) / 2
        map.box(0, 62, half, 54, "CameraRollUI", ["SwiftUI views: grid, albums, picker, pager"])
        map.box(half + gap, 62, half, 54, "CameraRollTesting", ["for tests: executor, clock, checks of a library"])
        map.box(
            0, 144, width, 54, "CameraRollBrowsing",
            ["what a screen draws, on the main actor: LibraryBrowser, AssetGrid, PickerSession, AssetPager"])
        map.add(.rect(0, 226, width, 126, "frame own"), to: 352)
        map.label(12, 246, "CameraRoll", style: "t strong owntext")
        let inner = width - 2 * gap
        map.box(
            gap, 256, inner, 38, "", ["MediaManager, PhotoRepository, AlbumRepository, CachingImageManager"],
            style: "box own")
        map.box(gap, 302, inner, 38, "", ["LibraryAccess: one door to the library, on one thread"], style: "box own")
        let libraries = [
            ("CameraRollPhotos", "Apple's Photos"), ("FolderLibrary", "a folder, by SQLite"),
            ("SyntheticLibrary", "any size, from a seed"), ("your own", "one protocol"),
        ]
        let quarter = (width - 3 * gap) / 4
        for (number, library) in libraries.enumerated() {
            let x = Double(number) * (quarter + gap)
            map.box(x, 380, quarter, 54, library.0, [library.1])
            map.arrow(x + quarter / 2, 380, x + quarter / 2, 354)
        }
        let third = (width - 2 * gap) / 3
        let beside = [
            ("CameraRollCodecs", "JPEG, PNG, HEIC, WebP"), ("PhotoMetadataEditing", "EXIF, GPS, XMP: edit"),
            ("PhotoMetadata", "EXIF, GPS, XMP: read"),
        ]
        for (number, module) in beside.enumerated() {
            map.box(Double(number) * (third + gap), 462, third, 54, module.0, [module.1])
        }
        for x in [half / 2, half + gap + half / 2] {
            map.arrow(x, 36, x, 60)
            map.arrow(x, 118, x, 142)
        }
        map.arrow(width / 2, 200, width / 2, 224)
        map.label(width, 542, "An arrow leads to what a module uses.", anchor: "end", style: "t dim")
        map.label(0, 542, "Each module is a product of its own.", style: "t dim")
        return map
    }
}
