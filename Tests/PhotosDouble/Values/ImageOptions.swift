// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    public typealias PHImageRequestID = Int32
    public let PHInvalidImageRequestID: PHImageRequestID = 0
    public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)
    public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
    public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
    public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
    public let PHImageCancelledKey = "PHImageCancelledKey"
    public let PHImageErrorKey = "PHImageErrorKey"

    /// Which picture of an asset is asked for.
    public struct PHImageRequestOptionsVersion: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let current = PHImageRequestOptionsVersion(0)
        public static let unadjusted = PHImageRequestOptionsVersion(1)
        public static let original = PHImageRequestOptionsVersion(2)
    }

    /// How often an image is delivered, and how good it is.
    public struct PHImageRequestOptionsDeliveryMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let opportunistic = PHImageRequestOptionsDeliveryMode(0)
        public static let highQualityFormat = PHImageRequestOptionsDeliveryMode(1)
        public static let fastFormat = PHImageRequestOptionsDeliveryMode(2)
    }

    /// How exact the size of an image is.
    public struct PHImageRequestOptionsResizeMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let none = PHImageRequestOptionsResizeMode(0)
        public static let fast = PHImageRequestOptionsResizeMode(1)
        public static let exact = PHImageRequestOptionsResizeMode(2)
    }

    /// Whether an image fits its target or fills it.
    public struct PHImageContentMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let aspectFit = PHImageContentMode(0)
        public static let aspectFill = PHImageContentMode(1)
        public static let `default` = aspectFit
    }

    public typealias PHAssetImageProgressHandler =
        (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

    /// How an image is asked for.
    public class PHImageRequestOptions: NSObject {
        public var version = PHImageRequestOptionsVersion.current
        public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
        public var resizeMode = PHImageRequestOptionsResizeMode.fast
        public var normalizedCropRect = CGRect.zero
        public var isNetworkAccessAllowed = false
        public var isSynchronous = false
        public var progressHandler: PHAssetImageProgressHandler?

        public override init() {}
    }

    /// How a Live Photo is asked for.
    public class PHLivePhotoRequestOptions: NSObject {
        public var version = PHImageRequestOptionsVersion.current
        public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
        public var isNetworkAccessAllowed = false
        public var progressHandler: PHAssetImageProgressHandler?

        public override init() {}
    }

    /// Which version of a video is asked for.
    public struct PHVideoRequestOptionsVersion: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let current = PHVideoRequestOptionsVersion(0)
        public static let original = PHVideoRequestOptionsVersion(1)
    }

    /// How good a video is.
    public struct PHVideoRequestOptionsDeliveryMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init?(rawValue: Int) { self.rawValue = rawValue }
        private init(_ rawValue: Int) { self.rawValue = rawValue }
        public static let automatic = PHVideoRequestOptionsDeliveryMode(0)
        public static let highQualityFormat = PHVideoRequestOptionsDeliveryMode(1)
        public static let mediumQualityFormat = PHVideoRequestOptionsDeliveryMode(2)
        public static let fastFormat = PHVideoRequestOptionsDeliveryMode(3)
    }

    /// How a video is asked for.
    public class PHVideoRequestOptions: NSObject {
        public var version = PHVideoRequestOptionsVersion.current
        public var deliveryMode = PHVideoRequestOptionsDeliveryMode.automatic
        public var isNetworkAccessAllowed = false
        public var progressHandler: PHAssetImageProgressHandler?

        public override init() {}
    }

    /// How the data of a resource are asked for.
    public class PHAssetResourceRequestOptions: NSObject {
        public var isNetworkAccessAllowed = false
        public var progressHandler: ((Double) -> Void)?

        public override init() {}
    }

    /// How a resource is added to a new asset.
    public class PHAssetResourceCreationOptions: NSObject {
        public var originalFilename: String?
        public var uniformTypeIdentifier: String?
        public var shouldMoveFile = false

        public override init() {}
    }
#endif
