// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// The domain of PhotoKit's errors.
    public let PHPhotosErrorDomain = "PHPhotosErrorDomain"
    /// The identifiers that an error is about.
    public let PHLocalIdentifiersErrorKey = "PHLocalIdentifiersErrorKey"

    /// An error of PhotoKit's.
    public struct PHPhotosError: CustomNSError, Hashable, Sendable {
        private let base: NSError

        public init(_ code: Code, userInfo: [String: Any] = [:]) {
            base = NSError(domain: PHPhotosErrorDomain, code: code.rawValue, userInfo: userInfo)
        }

        public var code: Code { Code(base.code) }
        public var errorUserInfo: [String: Any] { base.userInfo }
        public var errorCode: Int { base.code }
        public var localizedDescription: String { base.localizedDescription }
        public static var errorDomain: String { PHPhotosErrorDomain }

        /// The code of an error; a newer system may give others.
        public struct Code: RawRepresentable, Hashable, Sendable {
            public let rawValue: Int
            public init?(rawValue: Int) { self.rawValue = rawValue }
            fileprivate init(_ rawValue: Int) { self.rawValue = rawValue }
            public static let internalError = Code(-1)
            public static let userCancelled = Code(3072)
            public static let persistentChangeTokenExpired = Code(3105)
            public static let libraryVolumeOffline = Code(3114)
            public static let relinquishingLibraryBundleToWriter = Code(3142)
            public static let switchingSystemPhotoLibrary = Code(3143)
            public static let networkAccessRequired = Code(3164)
            public static let networkError = Code(3169)
            public static let identifierNotFound = Code(3201)
            public static let multipleIdentifiersFound = Code(3202)
            public static let persistentChangeDetailsUnavailable = Code(3210)
            public static let changeNotSupported = Code(3300)
            public static let operationInterrupted = Code(3301)
            public static let invalidResource = Code(3302)
            public static let missingResource = Code(3303)
            public static let notEnoughSpace = Code(3305)
            public static let requestNotSupportedForAsset = Code(3306)
            public static let limitExceeded = Code(3307)
            public static let accessRestricted = Code(3310)
            public static let accessUserDenied = Code(3311)
            public static let libraryInFileProviderSyncRoot = Code(5423)
        }
    }
#endif
