import Foundation

@testable import PhotoMetadata

extension ImageMetadata {
    /// Reads every property, so that any trap occurs; returns a total size.
    func touch() -> Int {
        var count = 0
        for tag in tags.all {
            count += tags.bytes(of: tag)?.count ?? 0
            count += tags.integers(of: tag)?.count ?? 0
            count += tags.rationals(of: tag)?.compactMap(\.value).count ?? 0
            count += tags.text(of: tag)?.count ?? 0
        }
        let texts: [String?] = [
            make, model, lensModel, copyright, contentIdentifier, cameraOrLensModel, captureDate?.description,
            xmp.title, xmp.caption, iptc.caption, iptc.title, movie.locationText, place.map { "\($0)" },
            tiff.modified?.description, gps.time?.description, exif.digitized?.description, altitude.map { "\($0)" },
        ]
        count += texts.compactMap(\.self).joined().utf8.count
        count += captureDate.map { Int($0.date(in: .gmt).timeIntervalSince1970) & 1 } ?? 0
        for language in MetadataFormatter.Language.allCases {
            let formatter = MetadataFormatter(language)
            count += formatter.exif(of: self).count + formatter.gps(of: self).count
        }
        return count + (orientedSize?.width ?? 0) + (iso ?? 0) + xmp.keywords.count + iptc.keywords.count
    }

    /// The size of the kept data in bytes, without small values.
    var keptBytes: Int {
        tags.near.count + tags.far.count + tags.all.count * MemoryLayout<MetadataTag>.stride + xmp.packet.count
            + xmp.nodes.count * MemoryLayout<XMPNode>.stride + iptc.bytes.count
            + iptc.datasets.count * MemoryLayout<IPTCValues.Dataset>.stride
            + texts.reduce(0) { $0 + $1.text.utf8.count }
    }
}
