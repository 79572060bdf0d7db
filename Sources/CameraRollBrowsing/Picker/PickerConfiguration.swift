public import CameraRoll

/// What a picker offers, how many assets may be selected, and what it delivers, named as in Photos' `PHPicker`.
///
/// ```swift
/// var configuration = PickerConfiguration()        // one asset of any kind, as it is in the library
/// configuration.filter = .any([.images, .livePhotos])
/// configuration.selectionLimit = 10
/// configuration.selection = .ordered
/// configuration.metadataOptions = .removeLocation
/// ```
public struct PickerConfiguration: Hashable, Sendable {
    /// How the user selects.
    public enum Selection: String, Hashable, Sendable, CaseIterable {
        /// Selected assets have a check mark.
        case `default`
        /// Selected assets have their order number.
        case ordered
        /// The app receives each change of the selection at once.
        case continuous
        /// Selected assets have their order number, and the app receives each change of the selection at once.
        case continuousAndOrdered

        /// Whether selected assets show their order number.
        public var isOrdered: Bool { self == .ordered || self == .continuousAndOrdered }
        /// Whether the app receives each change of the selection at once.
        public var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
    }

    /// The format in which pictures are delivered.
    public enum Representation: String, Hashable, Sendable, CaseIterable {
        /// The file in its own format; another one only if metadata cannot be removed in this format.
        case automatic
        /// A format that every program can read; other files are encoded again, which needs a ``PickerEncoder``.
        case compatible
        /// The file in its own format.
        case current
    }

    /// What happens to results whose originals are still in the cloud.
    public enum CloudPolicy: String, Hashable, Sendable, CaseIterable {
        /// Each result waits for its download; all arrive in the order of selection.
        case wait
        /// Results that are on the device arrive first, in the order of selection; the others arrive as their downloads
        /// end.
        case deliverAsTheyCome
        /// Nothing is downloaded: those results are references, which the app loads when needed.
        case references
    }

    /// What a tap on a picture does.
    public enum PictureTap: String, Hashable, Sendable, CaseIterable {
        /// The tap shows the picture in full screen; a tap on the picture's mark selects it.
        ///
        /// Small cells have no mark to tap, and are selected as a whole.
        case looks
        /// The tap selects the picture, as in Photos' picker.
        case selects
    }

    /// What is read of each selected asset.
    public enum Content: Hashable, Sendable {
        /// Photo and video of a Live Photo, the movie of a video, and the file of everything else, each with its edits.
        ///
        /// An asset that was not edited is delivered as its original.
        case automatic
        /// Nothing but the asset itself.
        case reference
        /// The metadata of the original.
        case metadata
        /// The decoded picture, or a video's poster.
        case image(ImageTargetSize)
        /// The original file, without edits; of a Live Photo, its photo.
        case original
        /// The movie of a video or a Live Photo.
        case movie
        /// The photo and the video of a Live Photo.
        case livePhoto
    }

    /// What is removed from results, so that an app never receives it.
    public struct MetadataOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: Int

        /// Creates options from their bits; unknown ones have no effect.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Removes where the asset was taken, from files and from the asset's own properties.
        ///
        /// A JPEG, PNG, WebP, TIFF, HEIC or AVIF file, and an MP4 or QuickTime movie, keeps everything else: see
        /// `MetadataEdit.removeLocation`. TIFF-based raw files, and HEIC and AVIF files for which that is refused, are
        /// encoded again if the session has a ``PickerEncoder`` and the representation is `.automatic` or
        /// `.compatible`. They then contain only their pixels and color profile, and no other metadata: take the date
        /// from ``PickedItem/asset``. Without an encoder, and in other formats, a picture is not delivered.
        ///
        /// A movie for which it is refused, such as a drone's with its way in a track, is not delivered, and neither is
        /// a Live Photo with such a video: use the content ``PickerConfiguration/Content/original`` to receive its
        /// photo alone. The error is ``PickerError/cannotRemoveMetadata(_:_:)``.
        public static let removeLocation = MetadataOptions(rawValue: 1)
        /// Removes titles, captions, keywords and comments, and with them all metadata that are not listed here.
        ///
        /// These stay in a JPEG, PNG, WebP or TIFF file: the picture, its color profile, color space, resolution and
        /// orientation, and the moment of capture with its fraction and its zone, which is written into EXIF.
        /// Everything else is removed (`MetadataEdit.removeSensitive`): EXIF's other tags, such as the description,
        /// the user's comment, camera, lens, exposure and GPS; XMP; IPTC; a PNG's texts; comments, copyright notices,
        /// maker notes and thumbnails; all further pictures of a JPEG file; and data after the picture.
        ///
        /// A movie, and a picture in another format that is not encoded again, is not delivered: the error is
        /// ``PickerError/cannotRemoveMetadata(_:_:)``.
        ///
        /// The option removes more than captions, since a text may have copies in places that no list of fields covers:
        /// XMP in several packets, vocabularies and languages, previews and further pictures with metadata of their
        /// own, maker notes. `MetadataEditor` has no edit that finds all of them, and the option promises that an app
        /// never receives the text.
        public static let removeCaptions = MetadataOptions(rawValue: 2)
    }

    /// The maximum number of selected assets; 1 by default, and 0 for any number.
    public var selectionLimit = 1
    /// The number of assets that have to be selected before the user can finish; 0 by default.
    public var minimumSelection = 0
    /// The maximum numbers of selected assets by media type; empty by default.
    public var selectionLimitByMediaType: [MediaType: Int] = [:]
    /// How the user selects.
    public var selection = Selection.default
    /// Which assets are offered; all of them if nil.
    public var filter: PickerFilter?
    /// The assets that are selected initially, in this order; the session names those that it cannot select.
    public var preselectedIdentifiers: [AssetID] = []
    /// What is removed from results; nothing by default.
    public var metadataOptions: MetadataOptions = []
    /// The format in which pictures are delivered.
    public var representation = Representation.automatic
    /// What is read of each selected asset.
    public var content = Content.automatic
    /// What a tap on a picture does.
    public var pictureTap = PictureTap.looks
    /// Whether the user may choose original files instead of ``content``, and sees their size; false by default.
    ///
    /// Original files are in their own format and without edits; of a Live Photo, its photo. What
    /// ``metadataOptions`` remove is removed from them too.
    public var offersOriginals = false
    /// What happens to results whose originals are still in the cloud.
    public var cloudPolicy = CloudPolicy.wait
    /// The album that is shown first.
    public var startingWith = AlbumChoice.library
    /// The number of results that are read or wait to be taken at a time, 1 to 4; 2 by default.
    ///
    /// Items that the app itself reads with ``PickedItem/load()`` take the same places while they are read.
    public var maximumConcurrentLoads = 2
    /// The maximum size of one file, in bytes; 256 MiB by default.
    public var maximumBytes = 256 << 20

    /// Creates the default configuration.
    public init() {}
}

extension PickerConfiguration {
    /// The limits of the selection.
    ///
    /// - Throws: `InvalidArgument` with the first invalid value.
    func limits() throws(InvalidArgument) -> AssetSelection.Limits {
        try InvalidArgument.check("selection limit", selectionLimit, in: 0 ... .max)
        return try AssetSelection.Limits(
            maximum: selectionLimit == 0 ? nil : selectionLimit, minimum: minimumSelection,
            maximumByMediaType: selectionLimitByMediaType)
    }

    /// - Throws: `InvalidArgument` with the first invalid value.
    func validate() throws(InvalidArgument) {
        _ = try limits()
        try InvalidArgument.check("maximum of concurrent loads", maximumConcurrentLoads, in: 1...4)
        try InvalidArgument.check("maximum of bytes", maximumBytes, in: 1 ... .max)
    }

    /// The query for what is offered; its scope is that of the album shown.
    var query: AssetQuery {
        var query = AssetQuery.all
        _ = filter?.restrict(&query)
        return query
    }

    /// The filter if the query also returns other assets, so that each has to be checked.
    var checkedFilter: PickerFilter? {
        var query = AssetQuery.all
        return filter.flatMap { $0.restrict(&query) ? nil : $0 }
    }
}
