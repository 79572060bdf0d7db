import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// Places and time zones that edits set and remove.
@Suite struct LocationEditTests {
    private static let formats = SampleSet.editable.map(\.0)

    private func file(_ format: MetadataFormat) throws -> [UInt8] {
        try #require(SampleSet.editable.first { $0.0 == format }).1
    }

    private func edited(_ file: [UInt8], _ edits: MetadataEdit...) throws -> ImageMetadata {
        try ImageMetadata(MetadataEditor(edits).edited(file))
    }

    private static let degrees = [
        0, 1e-12, 1e-9, 0.1, 1.0 / 3, 29.999999999999, 0.9999999999999, 37.7749, 59.99999, 89.9999999999, 90,
    ]

    @Test(arguments: formats, [-1.0, 1]) func `Each place on Earth is read back from EXIF and XMP`(
        format: MetadataFormat, sign: Double
    ) throws {
        for latitude in Self.degrees {
            for longitude in Self.degrees.flatMap({ [$0, 2 * $0] }) {
                let place = Coordinate(latitude: sign * latitude, longitude: -sign * longitude)
                let metadata = try edited(file(format), .setLocation(place))
                #expect(metadata.place?.isNear(place) == true, "\(place)")
                let isZero = latitude < 1e-10 && longitude < 1e-10
                #expect(metadata.xmp.place?.isNear(place) == true || isZero, "\(place)")
                #expect(metadata.altitude == nil && metadata.xmp.altitude == nil)
            }
        }
    }

    @Test(arguments: [-1_000_000, -430.5, -0.001, 0, 0.0004, 35.2, 8_848.86, 1_000_000.0])
    func `Each height is read back to a millimeter`(altitude: Double) throws {
        let place = Coordinate(latitude: 0, longitude: 0)
        for file in SampleSet.editable.map(\.1) + [SampleFile.jpeg(), SampleFile.png()] {
            let metadata = try edited(file, .setLocation(place, altitude: altitude))
            #expect(metadata.place == place && metadata.problems.isEmpty)
            #expect(metadata.altitude.map { abs($0 - altitude) <= 0.0005 } == true)
            #expect(metadata.xmp.altitude == nil || metadata.xmp.altitude == metadata.altitude)
        }
    }

    @Test(arguments: [SampleFile.jpeg(), SampleFile.png(), SampleFile.webP(), SampleFile.tiff(TIFFBuilder())])
    func `A file without a place gets GPS with its version, and no XMP`(file: [UInt8]) throws {
        let new = try MetadataEditor(.setLocation(Coordinate(latitude: 43.2951, longitude: -5.3744))).edited(file)
        let metadata = try ImageMetadata(new)
        #expect(metadata.gps.latitudeRef == "N" && metadata.gps.longitudeRef == "W" && metadata.xmp.isEmpty)
        #expect(metadata.tags.bytes(0, .gps).map(Array.init) == [2, 3, 0, 0])
        #expect(metadata.gps.latitudeParts.map(\.denominator) == [1, 1, 10_000_000])
        #expect(metadata.tags.all.filter { $0.directory == .gps }.count == 5)
        #expect(PictureData(of: new) == PictureData(of: file))
        #expect(try ImageMetadata(MetadataEditor(.removeLocation).edited(new)).gps.isEmpty)
    }

    @Test func `What was said of the old place goes; time, directions and destination stay`() throws {
        var builder = TIFFBuilder.camera()
        builder.gps += [
            builder.rational(7, (10, 1), (11, 1), (12, 1)), builder.ascii(9, "A"), builder.ascii(10, "3"),
            builder.rational(11, (5, 1)), builder.ascii(16, "T"), builder.rational(17, (90, 1)),
            builder.ascii(18, "TOKYO"), builder.ascii(19, "N"), builder.rational(20, (1, 1), (2, 1), (3, 1)),
            builder.ascii(29, "2023:04:19"),
            builder.rational(31, (4, 1)), builder.undefined(27, Array("ASCII\0\0\0fused".utf8)),
        ]
        let packet = SampleFile.xmp(
            attributes: "exif:GPSLatitude='1,0N' exif:GPSLongitude='2,0' exif:GPSLongitudeRef='W' "
                + "exif:GPSAltitude='9/1' exif:GPSMapDatum='TOKYO' exif:GPSDestLatitude='3,0N' photoshop:City='Rome'")
        let file = SampleFile.jpeg(exif: builder.bytes(), xmp: packet)
        let place = Coordinate(latitude: -33.8568, longitude: 151.2153)
        let new = try edited(file, .setLocation(place))
        let ids = new.tags.all.filter { $0.directory == .gps }.map(\.id)
        #expect(Set(ids) == [0, 1, 2, 3, 4, 7, 16, 17, 18, 19, 20, 29])
        #expect(new.tags.text(18, .gps) == "WGS-84" && new.gps.time?.hour == 10 && new.gps.imageDirection?.value == 90)
        #expect(new.tags.bytes(0, .gps).map(Array.init) == [2, 3, 0, 0])
        let xmp = String(decoding: new.xmp.packet, as: UTF8.self)
        #expect(xmp.contains("exif:GPSLatitude='33,51.408S'") && xmp.contains("exif:GPSLongitude='151,12.918E'"))
        #expect(!xmp.contains("Ref") && !xmp.contains("GPSAltitude") && !xmp.contains("TOKYO"))
        #expect(xmp.contains("exif:GPSDestLatitude='3,0N'") && xmp.contains("Rome"))
        let clean = try edited(file, .setLocation(place), .removeLocation)
        #expect(clean.place?.isNear(place) == true && clean.gps.time == nil)
        #expect(clean.xmp.text("City", in: .photoshop) == nil)
    }

    @Test(arguments: [ByteOrder.big, .little], [false, true])
    func `TIFF files of both byte orders and both widths get what is set`(order: ByteOrder, isBig: Bool) throws {
        let file = SampleFile.tiff(.camera(order, isBig: isBig))
        let place = Coordinate(latitude: -33.8568, longitude: 151.2153)
        let editor = MetadataEditor(
            .setLocation(place, altitude: -1.5), .setCaption("海"), .setTitle("A"), .setTimeZone(offset: 330))
        let new = try editor.edited(file)
        let metadata = try ImageMetadata(new)
        #expect(metadata.place?.isNear(place) == true && metadata.altitude == -1.5 && metadata.problems.isEmpty)
        #expect(metadata.tiff.imageDescription == "海" && metadata.captureDate?.offset == 330)
        #expect(try editor.edited(new) == new && PictureData(of: new) == PictureData(of: file))
    }

    @Test(arguments: formats) func `A time zone is set for every date, whose day and time stay`(
        format: MetadataFormat
    ) throws {
        let old = try #require(try ImageMetadata(file(format)).captureDate)
        for offset in [-1_439, -210, -1, 0, 1, 330, 765, 1_439] {
            let new = try edited(file(format), .setTimeZone(offset: offset))
            #expect(new.captureDate?.offset == offset && new.exif.digitized?.offset == offset)
            #expect(new.captureDate?.exifText == old.exifText && new.captureDate?.subseconds == old.subseconds)
            // Another program changed the file.
            #expect(new.tiff.modified?.offset == nil && new.tags[0x9010, .exif] == nil)
            #expect(new.tags.text(0x9000, .exif) == "0231")
            if format == .jpeg { #expect(new.iptc.created?.offset == offset && new.iptc.created?.hour == 10) }
        }
        let bare = try edited(file(format), .removeTimeZone)
        #expect(bare.captureDate?.offset == nil && bare.exif.digitized?.offset == nil)
        #expect(bare.captureDate?.exifText == old.exifText && bare.tags[0x9011, .exif] == nil)
        if format == .jpeg { #expect(bare.iptc.texts(60) == ["101112"]) }
    }

    @Test func `The file's own date gets the zone if it is the camera's`() throws {
        var builder = TIFFBuilder()
        builder.primary = [builder.ascii(0x0132, "2023:04:19 10:11:12")]
        builder.exif = [
            builder.ascii(0x9003, "2023:04:19 10:11:12"), builder.ascii(0x9010, "+01:00"), builder.short(0x882A, 1),
        ]
        let file = SampleFile.jpeg(exif: builder.bytes())
        let new = try edited(file, .setTimeZone(offset: 120))
        #expect(new.tags.text(0x9010, .exif) == "+02:00" && new.tags.text(0x9011, .exif) == "+02:00")
        #expect(new.tags[0x9012, .exif] == nil && new.tags[0x882A, .exif] == nil)
        let bare = try edited(file, .removeTimeZone)
        #expect(bare.captureDate?.description == "2023-04-19T10:11:12" && bare.tags[0x9010, .exif] == nil)
        let same = try #require(MetadataDate("2023-04-19T10:11:12"))
        #expect(try edited(file, .setCaptureDate(same)).captureDate == same)
        let other = try edited(file, .setCaptureDate(#require(MetadataDate("2020-01-01"))))
        #expect(other.tags.text(0x9010, .exif) == "+01:00" && other.captureDate?.offset == nil)
    }

    @Test func `Dates in XMP, IPTC and a PNG's texts get the zone if they have a time of day`() throws {
        let packet = SampleFile.xmp(
            attributes: "xmp:CreateDate='2020-01-02T03:04:05.5Z' photoshop:DateCreated='2020-01-02' "
                + "exif:DateTimeDigitized='2020-01-02T03:04-08:00' xmp:ModifyDate='2021-01-01T00:00:00Z'")
        let xmp = try edited(SampleFile.webP(xmp: packet), .setTimeZone(offset: 120)).xmp
        #expect(xmp.text("CreateDate", in: .basic) == "2020-01-02T03:04:05.5+02:00")
        #expect(xmp.text("DateCreated", in: .photoshop) == "2020-01-02")
        #expect(xmp.text("DateTimeDigitized", in: .exif) == "2020-01-02T03:04:00+02:00")
        #expect(xmp.text("ModifyDate", in: .basic) == "2021-01-01T00:00:00Z")
        let bare = try edited(SampleFile.webP(xmp: packet), .removeTimeZone).xmp
        #expect(bare.text("CreateDate", in: .basic) == "2020-01-02T03:04:05.5")
        let iptc = SampleFile.photoshop([(55, "20210101"), (60, "010203+0000"), (63, "010203")])
        let jpeg = try edited(SampleFile.jpeg(photoshop: iptc), .setTimeZone(offset: -90))
        #expect(jpeg.captureDate?.description == "2021-01-01T01:02:03-01:30" && jpeg.iptc.texts(63) == ["010203-0130"])
        for text in ["2020-01-02T03:04:05", "Thu, 02 Jan 2020 03:04:05 GMT", "2020:01:02 03:04:05"] {
            let file = SampleFile.png(chunks: [("tEXt", Array("Creation Time\0\(text)".utf8))])
            let png = try edited(file, .setTimeZone(offset: 60))
            #expect(png.captureDate?.description == "2020-01-02T03:04:05+01:00")
            #expect(try edited(file, .removeTimeZone).captureDate?.description == "2020-01-02T03:04:05")
        }
    }

    @Test(arguments: [SampleFile.jpeg(), SampleFile.png(), SampleFile.webP(), SampleFile.tiff(TIFFBuilder())])
    func `A file without a date gets no zone`(file: [UInt8]) throws {
        #expect(try MetadataEditor(.setTimeZone(offset: 60)).edited(file) == file)
        #expect(try MetadataEditor(.removeTimeZone).edited(file) == file)
    }

    @Test func `Values that are not allowed are refused, and the error says which and what is`() {
        let (nowhere, minutes) = (Double.nan, ": expected -1439 to 1439 minutes east of Greenwich.")
        let cases: [(MetadataEdit, String)] = [
            (.setRating(9), "9 is no rating: expected 0 to 5, or -1 for a rejected picture."),
            (.setRating(-2), "-2 is no rating: expected 0 to 5, or -1 for a rejected picture."),
            (.setTimeZone(offset: 1_800), "1800 minutes are no time zone" + minutes),
            (.setTimeZone(offset: -1_440), "-1440 minutes are no time zone" + minutes),
            (.setKeywords(["sea", ""]), "Keyword 2 is blank: expected at least one character that is not whitespace."),
            (.setKeywords(["a\u{7}"]), "Keyword 1 contains the character U+0007, which XMP cannot hold."),
            (.setTitle(" \n"), "The text is blank: expected at least one character that is not whitespace."),
            (.setCaption("a\0"), "The text contains the character U+0000, which XMP cannot hold."),
            (
                .setLocation(Coordinate(latitude: 90.5, longitude: 7)),
                "90.5, 7.0 is no place on Earth: "
                    + "expected a latitude of -90 to 90 degrees and a longitude of -180 to 180."
            ),
            (
                .setLocation(Coordinate(latitude: 1, longitude: 7), altitude: .infinity),
                "inf is no height: expected at most 1,000,000 meters above or below sea level."
            ),
        ]
        for (edit, words) in cases {
            for file in SampleSet.editable.map(\.1) {
                let error = #expect(throws: MetadataEditError.self) {
                    try MetadataEditor(.setCopyright("Bo"), edit).edited(file)
                }
                #expect(error?.description == words)
            }
        }
        for place in [(nowhere, 0), (0, nowhere), (0, 180.001), (-1e300, 0)] as [(Double, Double)] {
            let edit = MetadataEdit.setLocation(Coordinate(latitude: place.0, longitude: place.1))
            #expect(throws: MetadataEditError.self) { try MetadataEditor(edit).edited(SampleSet.jpeg) }
        }
        #expect(throws: MetadataEditError.self) {
            let edit = MetadataEdit.setLocation(Coordinate(latitude: 0, longitude: 0), altitude: nowhere)
            return try MetadataEditor(edit).edited(SampleSet.png)
        }
    }
}
