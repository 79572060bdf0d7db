package import PhotoMetadata
package import PhotoMetadataEditing

/// One small file of every kind, full of metadata.
package enum SampleSet {
    package static let xmp = SampleFile.xmp(
        attributes: "exif:GPSLatitude='37,46.494N' exif:GPSLongitude='122,25.164W' photoshop:City='San Francisco'",
        elements: "<dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>© Ana</rdf:li></rdf:Alt></dc:rights>")
    package static let photoshop = SampleFile.photoshop(
        [(5, "Title"), (25, "sea"), (55, "20230419"), (60, "101112+0200"), (90, "San Francisco"), (116, "Ana")],
        digest: true)

    package static let jpeg = SampleFile.jpeg(
        exif: exif, xmp: xmp, photoshop: photoshop, segments: [(0xFE, Array("comment".utf8))])
    package static let png = SampleFile.png(
        exif: exif, xmp: xmp,
        chunks: [("gAMA", [0, 0, 0xB1, 0x8F]), ("tEXt", Array("Creation Time\0002023-04-19T10:11:12".utf8))])
    package static let webP = SampleFile.webP(exif: exif, xmp: xmp)
    package static let tiff = SampleFile.tiff(xmp: xmp, iptc: SampleFile.iptc([(90, "San Francisco"), (116, "Ana")]))
    package static let heic = SampleBoxes.heic(exif: exif)
    package static let movie = SampleBoxes.movie(
        [("com.apple.quicktime.location.ISO6709", "+32.0929+034.8620/"), ("com.apple.quicktime.make", "Apple")],
        created: 3_646_801_557)

    private static let exif: [UInt8] = {
        var builder = TIFFBuilder.camera()
        builder.thumbnail = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]
        return builder.bytes()
    }()

    /// A camera's raw file with TIFF's structure under another number.
    package static let olympus = Array("MMOR".utf8) + tiff.dropFirst(4)
    /// A camera's raw file that names the JPEG in it.
    package static let fujifilm: [UInt8] = {
        var file = Array("FUJIFILMCCD-RAW 0201".utf8)
        file += [UInt8](repeating: 0, count: 84 - file.count) + [0, 0, 0, 92]
        file.append(jpeg.count, bytes: 4)
        return file + jpeg
    }()
    /// A camera's raw file of boxes.
    package static let canon: [UInt8] = {
        let camera = TIFFBuilder.camera(.little)
        let parts = [("CMT1", camera.primary), ("CMT2", camera.exif), ("CMT4", camera.gps)].map { name, tags in
            var builder = TIFFBuilder(order: .little)
            builder.primary = tags
            return SampleBoxes.box(name, builder.bytes())
        }
        let own = [UInt8](repeating: 7, count: 16) + parts.flatMap { $0 }
        return SampleBoxes.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
            + SampleBoxes.box("moov", SampleBoxes.box("uuid", own)) + SampleBoxes.box("mdat", jpeg)
    }()

    package static let all = [
        NamedBytes("JPEG", jpeg), NamedBytes("PNG", png), NamedBytes("WebP", webP), NamedBytes("TIFF", tiff),
        NamedBytes("HEIC", heic), NamedBytes("QuickTime", movie), NamedBytes("Olympus", olympus),
        NamedBytes("Fujifilm", fujifilm), NamedBytes("Canon", canon),
    ]
    /// The files that can be edited.
    package static let editable: [(MetadataFormat, [UInt8])] = [
        (.jpeg, jpeg), (.png, png), (.webP, webP), (.tiff, tiff),
    ]
    package static let edits: [MetadataEdit] = [
        .setCopyright("© 2026 张伟"), .removeLocation, .removeSensitive, .setOrientation(.left), .removeCopyright,
        MetadataDate("2024-02-29T12:34:56.5+01:00").map(MetadataEdit.setCaptureDate) ?? .removeLocation,
        .setTitle("Harbor ⛵️"), .setCaption("שלום\nעולם <&>"), .setKeywords(["sea", "海"]), .setRating(4),
        .setLocation(Coordinate(latitude: -33.8568, longitude: 151.2153), altitude: 2.5), .setTimeZone(offset: -210),
        .removeKeywords, .removeTimeZone,
    ]
}
