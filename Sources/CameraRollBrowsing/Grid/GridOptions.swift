public import CameraRoll
public import Foundation
public import PhotoMetadata

/// The options of a grid: the images of its cells, its sections, and its limits.
public struct GridOptions: Hashable, Sendable {
    /// The size of a cell's image, in pixels.
    public var cellSize: PixelSize
    /// How an image is fitted into its cell; `.fill` by default.
    public var contentMode = ImageContentMode.fill
    /// Whether images may be downloaded from the cloud; false by default: small local images are enough for cells.
    public var isNetworkAccessAllowed = false
    /// The length of a section's period; nil for a grid without sections.
    public var sectionUnit: AssetSections.Unit?
    /// The calendar of the sections, with its time zone; the user's current one by default.
    ///
    /// The grid fixes it when the grid is created or first grouped: after a change of the time zone, call
    /// ``AssetGrid/group(by:in:)``. A grid without sections does not look up the user's calendar.
    public var calendar: Calendar {
        get { chosenCalendar.value }
        set { chosenCalendar.given = newValue }
    }
    private var chosenCalendar = ChosenCalendar()
    /// The limits of the selection; by default any number of assets may be selected.
    public var selectionLimits = AssetSelection.Limits.none
    /// The maximum number of assets per read, 8 to 1,000; 100 by default.
    public var pageSize = 100
    /// The maximum number of pages in memory, 4 to 1,000; 20 by default, which is 2,000 assets.
    public var pageLimit = 20
    /// The maximum number of cells that the grid itself keeps in memory, 16 to 2,000; 250 by default.
    public var cellLimit = 250
    /// How far images are loaded ahead of the screen.
    public var window = WindowLimits()
    /// How long the library may take to answer before the grid's state is `.busy`; two seconds by default.
    public var busyDelay = Duration.seconds(2)
    /// How long the grid waits after an error before it reads again; one second by default.
    ///
    /// After each further error it waits twice as long, up to 32 times this delay. A library that does not answer in
    /// time is asked again after this delay.
    public var retryDelay = Duration.seconds(1)

    /// Creates options with their defaults.
    ///
    /// The numbers are checked when a grid is created.
    ///
    /// - Parameters:
    ///   - cellSize: the size of a cell's image, in pixels.
    ///   - sectionUnit: the length of a section's period; nil for a grid without sections.
    public init(cellSize: PixelSize, sectionUnit: AssetSections.Unit? = nil) {
        self.cellSize = cellSize
        self.sectionUnit = sectionUnit
    }

    /// Throws if a number is outside of its limits.
    func validate() throws(InvalidArgument) {
        let sides = 1...AssetImageRequest.longestSide
        try InvalidArgument.check("width of a cell", cellSize.width, in: sides)
        try InvalidArgument.check("height of a cell", cellSize.height, in: sides)
        try InvalidArgument.check("page size", pageSize, in: 8...1_000)
        try InvalidArgument.check("page limit", pageLimit, in: 4...1_000)
        try InvalidArgument.check("cell limit", cellLimit, in: 16...2_000)
        try window.validate()
        for (name, delay) in [("busy delay", busyDelay), ("retry delay", retryDelay)] where delay <= .zero {
            throw .time(name, delay)
        }
    }

    /// How long to wait before the next attempt.
    ///
    /// - Parameter failures: the number of consecutive attempts that have failed, at least 1.
    func retryDelay(after failures: Int) -> Duration {
        // A longer delay would be of no use, and could not be doubled.
        min(retryDelay, .seconds(1 << 40)) * (1 << min(max(failures, 1) - 1, 5))
    }

    /// The image of an asset's cell, exactly the one that the caching window loads.
    func request(for asset: MediaAsset) -> AssetImageRequest {
        AssetImageRequest(
            for: asset, size: .pixels(cellSize), contentMode: contentMode,
            isNetworkAccessAllowed: isNetworkAccessAllowed, acceptsFallback: true)
    }
}

/// A calendar that is the user's current one unless another one was given.
///
/// The first use of the user's calendar loads the locale and the time zone, on the main actor in most apps.
private struct ChosenCalendar: Hashable {
    var given: Calendar?

    var value: Calendar { given ?? .current }

    static func == (left: ChosenCalendar, right: ChosenCalendar) -> Bool {
        (left.given == nil && right.given == nil) || left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
