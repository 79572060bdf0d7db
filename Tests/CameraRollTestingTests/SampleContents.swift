import CameraRoll
import CameraRollTesting
import Foundation

extension FixedContents {
    /// 120 assets with everything that the conformance checks need, and with many ties.
    static let sample = FixedContents(
        assets: (0..<120).map(sampleAsset),
        albums: [
            FixedAlbum(
                Album(id: "trip", title: "Trip", count: .exact(15)),
                assets: stride(from: 95, to: 0, by: -5).map(sampleID), keyAsset: sampleID(50)),
            FixedAlbum(
                Album(id: "empty", title: nil, count: .unknown), assets: []),
            FixedAlbum(
                Album(
                    id: "favorites", title: "Favorites", type: .smartAlbum, subtype: .favorites, count: .estimated(7)),
                assets: (0..<120).filter { $0 % 6 == 0 }.map(sampleID)),
            FixedAlbum(
                Album(id: "hidden", title: "Hidden", type: .smartAlbum, subtype: .allHidden),
                assets: (0..<120).filter { $0 % 11 == 3 }.map(sampleID)),
        ],
        tree: [
            .folder(AlbumFolder(id: "travel", title: "Travel", items: [.album(Album(id: "trip", title: "Trip"))])),
            .album(Album(id: "empty", title: nil)),
        ],
        texts: Dictionary(uniqueKeysWithValues: (0..<120).map { (sampleID($0), sampleTexts($0)) })
    )

    private static func sampleTexts(_ index: Int) -> [String] {
        ["IMG_\(index).JPG"] + (index % 3 == 0 ? ["Café at dusk"] : []) + (index % 5 == 0 ? ["eine Insel"] : [])
    }

    private static func sampleID(_ index: Int) -> AssetID {
        // Scrambled, so that the order of identifiers differs from all others.
        AssetID("asset-\((index * 77 + 13) % 120)")
    }

    private static func sampleAsset(_ index: Int) -> MediaAsset {
        MediaAsset(
            id: sampleID(index),
            mediaType: index % 4 == 1 ? .video : index % 17 == 5 ? .audio : .image,
            mediaSubtypes: index % 7 == 2 ? .livePhoto : index % 9 == 4 ? .screenshot : [],
            pixelWidth: 1_000 + index % 5,
            pixelHeight: 1_000 + index % 3,
            creationDate: index % 23 == 7 ? nil : Date(timeIntervalSinceReferenceDate: Double(index / 3) * 3_600),
            modificationDate: index % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(index % 10)),
            duration: index % 4 == 1 ? Double(index % 8) : 0,
            isFavorite: index % 6 == 0,
            isHidden: index % 11 == 3,
            burstIdentifier: (60..<72).contains(index) ? "burst-\(index / 4)" : nil,
            representsBurst: (60..<72).contains(index) && index % 4 == 0,
            place: index % 4 == 3 ? nil : Coordinate(latitude: Double(index) - 60, longitude: Double(index) * 3 - 179)
        )
    }
}
