import Foundation

@testable import PhotoMetadata

/// The values of exiftool and of this package for the same file, field by field, as text.
struct ExpectedFields {
    typealias Field = (name: String, expected: String?, found: String?)

    let file: PhotoSet.File
    let metadata: ImageMetadata

    var all: [Field] {
        pictureFields + cameraFields + dateFields + rightsFields
    }

    /// The differing values; numbers are compared with a tolerance of 1e-9.
    var differences: [Field] {
        all.filter { field in
            guard field.expected != field.found else { return false }
            guard let left = field.expected.flatMap(Double.init), let right = field.found.flatMap(Double.init) else {
                return true
            }
            return abs(left - right) > 1e-9 * max(abs(left), 1)
        }
    }

    private var pictureFields: [Field] {
        let size = metadata.pixelSize.map { "\($0.width) \($0.height)" }
        return [
            ("size", file.text("Composite:ImageSize"), size),
            ("orientation", file.text("IFD0:Orientation"), metadata.tiff.orientation.map { "\($0.rawValue)" }),
            ("latitude", file.text("Composite:GPSLatitude"), metadata.place.map { "\($0.latitude)" }),
            ("longitude", file.text("Composite:GPSLongitude"), metadata.place.map { "\($0.longitude)" }),
            ("thumbnail", file.text("IFD1:ThumbnailOffset"), metadata.thumbnail.map { "\($0.range.lowerBound)" }),
            (
                "content identifier", file.text("Apple:MediaGroupUUID", "Keys:ContentIdentifier"),
                metadata.contentIdentifier
            ),
        ]
    }

    private var cameraFields: [Field] {
        let exif = metadata.exif
        let iso = exif.isoSpeedRatings.map(String.init).joined(separator: " ")
        return [
            ("make", trimmed("IFD0:Make", "Keys:Make"), metadata.tiff.make ?? metadata.movie.make),
            ("model", trimmed("IFD0:Model", "Keys:Model"), metadata.tiff.model ?? metadata.movie.model),
            ("lens", trimmed("ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens"), metadata.lensModel),
            ("exposure", file.text("ExifIFD:ExposureTime", "IFD0:ExposureTime"), exif.exposureTime.flatMap(text)),
            ("aperture", file.text("ExifIFD:FNumber", "IFD0:FNumber"), exif.fNumber.flatMap(text)),
            ("iso", file.text("ExifIFD:ISO", "IFD0:ISO"), iso.isEmpty ? nil : iso),
            ("focal length", file.text("ExifIFD:FocalLength", "IFD0:FocalLength"), exif.focalLength.flatMap(text)),
        ]
    }

    private var dateFields: [Field] {
        let taken = moment(
            file.text("ExifIFD:DateTimeOriginal", "IFD0:DateTimeOriginal"), file.text("ExifIFD:SubSecTimeOriginal"),
            file.text("ExifIFD:OffsetTimeOriginal"))
        let digitized = moment(
            file.text("ExifIFD:CreateDate", "IFD0:CreateDate"), file.text("ExifIFD:SubSecTimeDigitized"),
            file.text("ExifIFD:OffsetTimeDigitized"))
        let day = file.text("IPTC:DateCreated")
        let iptc = day.map { day in file.text("IPTC:TimeCreated").map { "\(day) \($0)" } ?? day }
        return [
            ("date", taken, metadata.exif.taken?.description),
            ("digitised date", digitized, metadata.exif.digitized?.description),
            ("IPTC date", moment(iptc), metadata.iptc.created?.description),
            (
                "XMP date", moment(file.text("XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated")),
                metadata.xmp.created?.description
            ),
            (
                "movie date", moment(file.text("QuickTime:CreateDate"), nil, "+00:00"),
                metadata.movie.headerCreated?.description
            ),
        ]
    }

    private var rightsFields: [Field] {
        [
            ("copyright", trimmed("IFD0:Copyright"), metadata.tiff.copyright),
            ("IPTC copyright", trimmed("IPTC:CopyrightNotice"), metadata.iptc.copyright),
            ("XMP copyright", trimmed("XMP-dc:Rights"), metadata.xmp.copyright),
        ]
    }

    private func trimmed(_ keys: String...) -> String? {
        let text = keys.lazy.compactMap { file.text($0) }.first
        return text.map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
    }

    private func text(_ number: MetadataRational) -> String? {
        number.value.map { "\($0)" }
    }

    /// exiftool's date as ISO 8601, without placeholder zeros; unchanged if it is not a date.
    private func moment(_ text: String?, _ subseconds: String? = nil, _ offset: String? = nil) -> String? {
        guard let text, !text.hasPrefix("0000") else { return nil }
        let bytes = [text, subseconds, offset].map { $0.map { Array($0.utf8)[...] } }
        return MetadataDate(exif: bytes[0], subseconds: bytes[1], offset: bytes[2])?.description ?? text
    }
}
