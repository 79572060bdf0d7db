public import CameraRoll
public import Foundation
public import Observation
public import PhotoMetadata

/// What is known about an asset: its date, file, camera, exposure and place, as lines for a panel.
///
/// ```swift
/// let info = AssetInfo(of: asset, in: manager, images: images)
/// await info.load()
/// ForEach(info.lines(in: locale)) { line in LabeledContent(line.name, line.text) }
/// ```
///
/// The date and the size in pixels are available at once; the rest is read from the original, which is not downloaded.
@MainActor @Observable public final class AssetInfo: Identifiable {
    /// A line of the panel.
    public struct Line: Hashable, Sendable, Identifiable {
        /// The name.
        public let name: Phrase
        /// The text.
        public let text: Phrase

        /// The identity among the lines.
        public var id: Phrase.Key { name.key }
    }

    /// The asset.
    @ObservationIgnored public let asset: MediaAsset
    /// The metadata of the original; nil until it has been read, and if it cannot be.
    public private(set) var metadata: ImageMetadata?
    /// The main file of the asset; nil until it has been found.
    public private(set) var file: AssetResource?
    @ObservationIgnored private let manager: MediaManager
    @ObservationIgnored private let images: CachingImageManager

    /// Creates what is known without reading anything.
    ///
    /// - Parameters:
    ///   - asset: the asset.
    ///   - manager: the manager of the library.
    ///   - images: the manager of the library's originals.
    public init(of asset: MediaAsset, in manager: MediaManager, images: CachingImageManager) {
        (self.asset, self.manager, self.images) = (asset, manager, images)
    }

    /// Reads the file's name, its size and its metadata; what cannot be read is left out.
    public func load() async {
        let files = try? await images.resources(of: asset)
        if let main = files?.first(where: \.kind.isMain), !Task.isCancelled { file = main }
        let metadata = try? await manager.photos.metadata(for: asset)
        if let metadata, !Task.isCancelled { self.metadata = metadata }
    }

    /// The lines that have a text, in their order.
    ///
    /// - Parameter locale: the locale of the reader; the names of cameras and lenses stay as they are in the file.
    public func lines(in locale: Locale) -> [Line] {
        let formatter = MetadataFormatter(locale: locale)
        func text(_ field: MetadataField) -> String? { metadata.flatMap { formatter.text(of: field, in: $0) } }
        let exposure = [MetadataField.focalLength, .aperture, .shutter, .iso].compactMap(text).joined(separator: "  ")
        let lines: [(Phrase.Key, Phrase?)] = [
            (.infoDate, asset.creationDate.map { Phrase(.assetMoment, .moment($0)) }),
            (.infoFile, (file?.fileName).map(Self.plain)),
            (.infoSize, file?.byteCount.map { Phrase(.plainNumber, .bytes($0)) }),
            (.infoPixels, pixels),
            (.infoCamera, text(.camera).map(Self.plain)),
            (.infoLens, text(.lens).map(Self.plain)),
            (.infoExposure, exposure.isEmpty ? nil : Self.plain(exposure)),
            (.infoPlace, text(.coordinates).map(Self.plain)),
        ]
        return lines.compactMap { key, text in text.map { Line(name: Phrase(key), text: $0) } }
    }

    private var pixels: Phrase? {
        guard asset.pixelWidth > 0, asset.pixelHeight > 0 else { return nil }
        return Phrase(.infoPixelSize, .number(asset.pixelWidth), .number(asset.pixelHeight))
    }

    private static func plain(_ text: String) -> Phrase { Phrase(.plainText, .text(text)) }
}

extension AssetPager {
    /// What is known about the asset on screen; nil without an asset.
    public var info: AssetInfo? {
        current?.asset.map { AssetInfo(of: $0, in: grid.manager, images: grid.images) }
    }
}
