#if PhotosDouble
    package import Foundation

    /// An asset as the library keeps it.
    package struct AssetRecord: Sendable {
        package var identifier: String
        package var mediaType = PHAssetMediaType.image
        package var mediaSubtypes: PHAssetMediaSubtype = []
        package var sourceType = PHAssetSourceType.typeUserLibrary
        package var pixelWidth = 400
        package var pixelHeight = 300
        package var creationDate: Date?
        package var modificationDate: Date?
        package var location: CLLocation?
        package var duration: TimeInterval = 0
        package var isFavorite = false
        package var isHidden = false
        package var burstIdentifier: String?
        package var representsBurst = false
        package var addedDate: Date?
        package var hasAdjustments = false
        /// How the asset is played; nil if as its kind is.
        package var playbackStyle: PHAsset.PlaybackStyle?
        package var operations: Set<PHAssetEditOperation> = [.delete, .content, .properties]
        /// Counts the changes of the picture itself.
        package var contentVersion = 0
        /// Whether the original has to be downloaded before it is read.
        package var isInCloud = false
        package var resources: [ResourceRecord] = []
        /// How requests for its images are answered; nil if as documented.
        package var script: ImageScript?
        /// How the pixels of its images are turned.
        package var orientation = UIImage.Orientation.up
        /// Draws its picture; nil for one that the identifier and the version determine.
        package var draw: (@Sendable (_ width: Int, _ height: Int) -> [UInt8])?

        package init(_ identifier: String) {
            self.identifier = identifier
        }
    }

    /// A file of an asset as the library keeps it.
    package struct ResourceRecord: Sendable {
        package var type: PHAssetResourceType
        package var typeIdentifier: String
        package var fileName: String
        package var data: Data
        package var pixelWidth = 0
        package var pixelHeight = 0
        package var isInCloud = false
        /// How a read ends other than with all the data.
        package var fault: ResourceFault?

        package init(_ type: PHAssetResourceType, typeIdentifier: String, fileName: String, data: Data) {
            (self.type, self.typeIdentifier, self.fileName, self.data) = (type, typeIdentifier, fileName, data)
        }
    }

    extension [ResourceRecord] {
        /// What is wrong with the files of a new asset, as far as their bytes are not looked at.
        var fault: PHPhotosError.Code? {
            if contains(where: \.data.isEmpty) { return .invalidResource }
            return contains { [.photo, .video, .audio].contains($0.type) } ? nil : .missingResource
        }
    }

    /// A fault of a read.
    package enum ResourceFault: Hashable, Sendable {
        /// Fails after some bytes.
        case error(PHPhotosError.Code, after: Int)
        /// Fails with an error of iCloud after some bytes.
        case cloud(CloudFault, after: Int)
        /// Calls nothing any more after some bytes, until it is cancelled.
        case stall(after: Int)
    }

    /// An album or a folder as the library keeps it.
    package struct CollectionRecord: Sendable {
        package var identifier: String
        package var title: String?
        package var isList = false
        package var type = PHAssetCollectionType.album
        package var subtype = PHAssetCollectionSubtype.albumRegular
        /// What it tells as its estimate.
        package var estimate = Estimate.counted
        /// The estimate as it was read; nil for none.
        var estimatedCount: Int?
        package var startDate: Date?
        package var endDate: Date?
        package var operations: Set<PHCollectionEditOperation> = Self.allOperations
        /// The assets of an album that is not smart.
        package var assets: [String] = []
        /// The albums and folders in a folder.
        package var children: [String] = []
        /// What a smart album holds of the library; nil for what its subtype says.
        package var contains: (@Sendable (AssetRecord) -> Bool)?

        /// An estimate of the number of assets.
        package enum Estimate: Hashable, Sendable {
            case none
            case counted
            case number(Int)
        }

        package init(_ identifier: String, title: String?) {
            (self.identifier, self.title) = (identifier, title)
        }

        package static let allOperations: Set<PHCollectionEditOperation> = [
            .deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent, .delete, .rename,
        ]
    }
#endif
