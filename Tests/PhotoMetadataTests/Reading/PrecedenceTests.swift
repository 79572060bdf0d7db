import PhotoMetadata
import TestSupport
import Testing

/// The precedence of blocks that disagree, as `ImageMetadata` documents it for each property.
@Suite struct PrecedenceTests {
    private let xmp = SampleFile.xmp(
        attributes: """
            exif:DateTimeOriginal='2022-02-02T02:02:02' xmp:CreateDate='2022-03-03T03:03:03' exif:GPSLatitude='2,0N'
            exif:GPSLongitude='2,0E' tiff:Make='X' tiff:Model='XM' tiff:Orientation='8' aux:Lens='XL' exif:FNumber='2/1'
            dc:rights='xmp' exif:ExposureTime='1/2' exif:FocalLength='20/1'
            """, elements: "<exif:ISOSpeedRatings><rdf:Seq><rdf:li>222</rdf:li></rdf:Seq></exif:ISOSpeedRatings>")
    private let photoshop = SampleFile.photoshop([(55, "20210101"), (60, "010101+0000"), (116, "iptc")])

    @Test func `EXIF comes before XMP, and XMP before IPTC`() throws {
        let exif = TIFFBuilder.camera().bytes()
        let all = try ImageMetadata(SampleFile.jpeg(exif: exif, xmp: xmp, photoshop: photoshop))
        #expect(all.captureDate?.year == 2023 && all.copyright == "© Ana" && all.make == "Example" && all.iso == 200)
        #expect(all.orientation == .right && all.fNumber?.value == 2.8 && (all.place?.latitude ?? 0) > 37)
        let two = try ImageMetadata(SampleFile.jpeg(xmp: xmp, photoshop: photoshop))
        #expect(two.captureDate?.description == "2022-02-02T02:02:02" && two.copyright == "xmp" && two.make == "X")
        #expect(two.orientation == .left && two.place == Coordinate(latitude: 2, longitude: 2) && two.lensModel == "XL")
        #expect(two.iso == 222 && two.exposureTime?.value == 0.5 && two.focalLength?.value == 20 && two.model == "XM")
        let one = try ImageMetadata(SampleFile.jpeg(photoshop: photoshop))
        #expect(one.captureDate?.description == "2021-01-01T01:01:01+00:00" && one.copyright == "iptc")
    }

    @Test func `An original date of any block comes before a digitized one, and a modification date does not count`()
        throws
    {
        var builder = TIFFBuilder()
        builder.primary = [builder.ascii(0x0132, "2020:01:01 00:00:00")]
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes())).captureDate == nil)
        builder.exif = [builder.ascii(0x9004, "2019:01:01 00:00:00")]
        let digitized = SampleFile.jpeg(exif: builder.bytes())
        #expect(try ImageMetadata(digitized).captureDate?.year == 2019)
        #expect(
            try ImageMetadata(SampleFile.jpeg(exif: builder.bytes(), photoshop: photoshop)).captureDate?.year == 2021)
    }

    @Test func `An orientation of EXIF's that is out of range hides XMP's`() throws {
        var builder = TIFFBuilder()
        builder.primary = [builder.short(0x0112, 43_918)]
        #expect(try ImageMetadata(SampleFile.jpeg(exif: builder.bytes(), xmp: xmp)).orientation == .up)
    }

    @Test func `Of two EXIF blocks the first counts, and of two XMP packets`() throws {
        var second = TIFFBuilder()
        second.primary = [second.ascii(0x010F, "Second")]
        let segment = Array("Exif\0\0".utf8) + second.bytes()
        let packet = SampleFile.xmp(attributes: "dc:rights='second'")
        let segments: [(UInt8, [UInt8])] = [
            (0xE1, segment), (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)),
        ]
        let file = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes(), xmp: xmp, segments: segments)
        let metadata = try ImageMetadata(file)
        #expect(metadata.make == "Example" && metadata.xmp.copyright == "xmp")
    }

    @Test func `Of two equal tags of a TIFF file the first one counts`() throws {
        var builder = TIFFBuilder()
        builder.primary = [
            builder.undefined(700, Array(SampleFile.xmp(attributes: "dc:rights='first'").utf8)),
            builder.undefined(33_723, SampleFile.iptc([(116, "first")])),
        ]
        let second = SampleFile.iptc([(116, "second")])
        let metadata = try ImageMetadata(SampleFile.tiff(builder, xmp: xmp, iptc: second))
        #expect(metadata.xmp.copyright == "first" && metadata.iptc.copyright == "first")
        builder.primary = [builder.undefined(34_377, SampleFile.photoshop([(116, "first")]))]
        builder.primary.append(builder.undefined(34_377, SampleFile.photoshop([(116, "second")])))
        #expect(try ImageMetadata(SampleFile.tiff(builder)).iptc.copyright == "first")
    }
}
