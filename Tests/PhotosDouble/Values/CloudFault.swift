#if PhotosDouble
    package import Foundation

    /// A failure of iCloud, as apps have reported it: an error of the library's synchronization, and what caused it.
    package enum CloudFault: Hashable, Sendable, CaseIterable {
        /// The device is not connected.
        case offline
        /// The servers ask to try later.
        case busy
        /// The device has no space for the download.
        case deviceFull
        /// As `offline`, within an error of Photos that says nothing.
        case hidden

        package var error: NSError {
            switch self {
            case .offline:
                Self.error(
                    "CloudPhotoLibraryErrorDomain", 81,
                    causedBy: Self.error(
                        "CKErrorDomain", 4, causedBy: Self.error(NSURLErrorDomain, NSURLErrorNotConnectedToInternet)))
            case .busy:
                Self.error("CloudPhotoLibraryErrorDomain", 81, causedBy: Self.error("CKErrorDomain", 7))
            case .deviceFull: Self.error("CloudPhotoLibraryErrorDomain", 1005)
            case .hidden: Self.error(PHPhotosErrorDomain, -1, causedBy: Self.offline.error)
            }
        }

        private static func error(_ domain: String, _ code: Int, causedBy cause: NSError? = nil) -> NSError {
            NSError(domain: domain, code: code, userInfo: cause.map { [NSUnderlyingErrorKey: $0] } ?? [:])
        }
    }
#endif
