// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    // Apple's enumerations are open: a newer system may give a value that this one does not name. In Swift only a
    // structure can hold one, so that a `switch` over them ends with `default`, which Apple's accept as well.

    /// What an app asks permission for.
    public struct PHAccessLevel: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let addOnly = PHAccessLevel(1)
        public static let readWrite = PHAccessLevel(2)
    }

    /// What the user allows.
    public struct PHAuthorizationStatus: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let notDetermined = PHAuthorizationStatus(0)
        public static let restricted = PHAuthorizationStatus(1)
        public static let denied = PHAuthorizationStatus(2)
        public static let authorized = PHAuthorizationStatus(3)
        public static let limited = PHAuthorizationStatus(4)
    }

    /// The kind of an asset.
    public struct PHAssetMediaType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let unknown = PHAssetMediaType(0)
        public static let image = PHAssetMediaType(1)
        public static let video = PHAssetMediaType(2)
        public static let audio = PHAssetMediaType(3)
    }

    extension PHAsset {
        /// How an asset is played.
        public struct PlaybackStyle: RawRepresentable, Hashable, Sendable {
            public let rawValue: Int
            public init?(rawValue: Int) { self.rawValue = rawValue }
            private init(_ rawValue: Int) { self.rawValue = rawValue }
            public static let unsupported = PlaybackStyle(0)
            public static let image = PlaybackStyle(1)
            public static let imageAnimated = PlaybackStyle(2)
            public static let livePhoto = PlaybackStyle(3)
            public static let video = PlaybackStyle(4)
            public static let videoLooping = PlaybackStyle(5)
        }
    }

    extension AssetRecord {
        var shownStyle: PHAsset.PlaybackStyle {
            switch mediaType {
            case _ where playbackStyle != nil: playbackStyle ?? .unsupported
            case .image: mediaSubtypes.contains(.photoLive) ? .livePhoto : .image
            case .video: .video
            default: .unsupported
            }
        }
    }

    /// The kinds of an asset within its media type.
    public struct PHAssetMediaSubtype: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let photoPanorama = PHAssetMediaSubtype(rawValue: 1 << 0)
        public static let photoHDR = PHAssetMediaSubtype(rawValue: 1 << 1)
        public static let photoScreenshot = PHAssetMediaSubtype(rawValue: 1 << 2)
        public static let photoLive = PHAssetMediaSubtype(rawValue: 1 << 3)
        public static let photoDepthEffect = PHAssetMediaSubtype(rawValue: 1 << 4)
        public static let videoStreamed = PHAssetMediaSubtype(rawValue: 1 << 16)
        public static let videoHighFrameRate = PHAssetMediaSubtype(rawValue: 1 << 17)
        public static let videoTimelapse = PHAssetMediaSubtype(rawValue: 1 << 18)
        public static let videoCinematic = PHAssetMediaSubtype(rawValue: 1 << 21)
    }

    /// Where an asset came from.
    public struct PHAssetSourceType: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let typeUserLibrary = PHAssetSourceType(rawValue: 1 << 0)
        public static let typeCloudShared = PHAssetSourceType(rawValue: 1 << 1)
        public static let typeiTunesSynced = PHAssetSourceType(rawValue: 1 << 2)
    }

    /// The kind of a collection of assets.
    public struct PHAssetCollectionType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let album = PHAssetCollectionType(1)
        public static let smartAlbum = PHAssetCollectionType(2)
    }

    /// The kind of a collection of assets within its type.
    public struct PHAssetCollectionSubtype: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let albumRegular = PHAssetCollectionSubtype(2)
        public static let albumCloudShared = PHAssetCollectionSubtype(101)
        public static let smartAlbumGeneric = PHAssetCollectionSubtype(200)
        public static let smartAlbumPanoramas = PHAssetCollectionSubtype(201)
        public static let smartAlbumVideos = PHAssetCollectionSubtype(202)
        public static let smartAlbumFavorites = PHAssetCollectionSubtype(203)
        public static let smartAlbumTimelapses = PHAssetCollectionSubtype(204)
        public static let smartAlbumAllHidden = PHAssetCollectionSubtype(205)
        public static let smartAlbumRecentlyAdded = PHAssetCollectionSubtype(206)
        public static let smartAlbumBursts = PHAssetCollectionSubtype(207)
        public static let smartAlbumSlomoVideos = PHAssetCollectionSubtype(208)
        public static let smartAlbumUserLibrary = PHAssetCollectionSubtype(209)
        public static let smartAlbumScreenshots = PHAssetCollectionSubtype(211)
        public static let smartAlbumDepthEffect = PHAssetCollectionSubtype(212)
        public static let smartAlbumLivePhotos = PHAssetCollectionSubtype(213)
        public static let any = PHAssetCollectionSubtype(Int.max)
    }

    /// What can be edited in an asset.
    public struct PHAssetEditOperation: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let delete = PHAssetEditOperation(1)
        public static let content = PHAssetEditOperation(2)
        public static let properties = PHAssetEditOperation(3)
    }

    /// What can be edited in a collection.
    public struct PHCollectionEditOperation: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let deleteContent = PHCollectionEditOperation(1)
        public static let removeContent = PHCollectionEditOperation(2)
        public static let addContent = PHCollectionEditOperation(3)
        public static let createContent = PHCollectionEditOperation(4)
        public static let rearrangeContent = PHCollectionEditOperation(5)
        public static let delete = PHCollectionEditOperation(6)
        public static let rename = PHCollectionEditOperation(7)
    }

    /// The kind of an object in the history.
    public struct PHObjectType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let asset = PHObjectType(1)
        public static let assetCollection = PHObjectType(2)
        public static let collectionList = PHObjectType(3)
    }

    /// The kind of a resource of an asset.
    public struct PHAssetResourceType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let photo = PHAssetResourceType(1)
        public static let video = PHAssetResourceType(2)
        public static let audio = PHAssetResourceType(3)
        public static let alternatePhoto = PHAssetResourceType(4)
        public static let fullSizePhoto = PHAssetResourceType(5)
        public static let fullSizeVideo = PHAssetResourceType(6)
        public static let adjustmentData = PHAssetResourceType(7)
        public static let adjustmentBasePhoto = PHAssetResourceType(8)
        public static let pairedVideo = PHAssetResourceType(9)
        public static let fullSizePairedVideo = PHAssetResourceType(10)
        public static let adjustmentBasePairedVideo = PHAssetResourceType(11)
        public static let adjustmentBaseVideo = PHAssetResourceType(12)
    }
#endif
