#if FolderLibrary && os(Linux)
import CameraRoll
import Foundation
import CameraRollCodecs
import Testing

/// Images written as files, and read again.
@Suite struct EncodingTests {
    private static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 97), PixelSize(width: 131, height: 1),
        PixelSize(width: 3, height: 2), PixelSize(width: 17, height: 23), PixelSize(width: 64, height: 48),
        PixelSize(width: 257, height: 129), PixelSize(width: 400, height: 300),
        PixelSize(width: AssetImageRequest.longestSide, height: 1),
    ]
    private static let square = PixelSize(width: 64, height: 64)

    @Test(arguments: sizes, [false, true]) func `A PNG has exactly the pixels`(size: PixelSize, isOpaque: Bool) throws {
        let image = try Painting(size, isOpaque: isOpaque).image()
        let file = try PictureFile(image.encoded(as: .png))
        #expect(file.metadata.format == .png)
        #expect(try file.decode() == image)
    }

    @Test func `A PNG has alpha only if a pixel is transparent`() throws {
        for isOpaque in [true, false] {
            let png = try Painting(Self.square, isOpaque: isOpaque).image().encoded(as: .png)
            #expect(try PictureFile(png).header().hasAlpha != isOpaque)
        }
    }

    /// All pairs of a color and an alpha that premultiplied pixels can have.
    @Test func `Every transparent color comes back as it was`() throws {
        let size = PixelSize(width: 256, height: 256)
        var pixels: [UInt8] = []
        for alpha in UInt8.min...UInt8.max {
            for color in UInt8.min...UInt8.max { pixels += [min(color, alpha), 0, alpha, alpha] }
        }
        let image = try DecodedImage(size: size, bytesPerRow: 1_024, pixels: pixels)
        #expect(try PictureFile(image.encoded(as: .png)).decode() == image)
    }

    @Test(arguments: sizes) func `A JPEG looks like the image`(size: PixelSize) throws {
        let image = try Painting(size).image()
        let file = try PictureFile(image.encoded(as: .jpeg(quality: 0.95)))
        #expect(file.metadata.format == .jpeg)
        let decoded = try file.decode()
        #expect(decoded.size == size)
        #expect(decibels(decoded.bytes, image.pixels) > 30)
    }

    @Test func `A better JPEG has more bytes and looks more like the image`() throws {
        let image = try Painting(PixelSize(width: 200, height: 160)).image()
        let files: [[UInt8]] = try [0, 0.3, 0.6, 0.9, 1].map { (quality: Double) in
            try image.encoded(as: .jpeg(quality: quality))
        }
        let counts = files.map(\.count)
        #expect(counts == counts.sorted())
        let likeness: [Double] = try files.map { decibels(try PictureFile($0).decode().bytes, image.pixels) }
        #expect(likeness == likeness.sorted())
        #expect(likeness[4] > 40)
    }

    @Test(arguments: [-0.01, 1.01, .infinity, .nan]) func `Other qualities are mistakes`(quality: Double) throws {
        let image = try Painting(Self.square).image()
        let mistake = CodecError.invalidArgument(InvalidArgument("quality", quality, allowed: "0 to 1"))
        #expect(throws: mistake) { try image.encoded(as: .jpeg(quality: quality)) }
    }

    @Test func `A JPEG is white where the image is transparent`() throws {
        let clear = [UInt8](repeating: 0, count: 64 * 64 * 4)
        let image = try DecodedImage(size: Self.square, bytesPerRow: 256, pixels: clear)
        let decoded = try PictureFile(image.encoded(as: .jpeg())).decode()
        #expect(decoded.bytes.allSatisfy { $0 >= 253 })
    }

    @Test(arguments: [ImageEncoding.png, .jpeg(quality: 0.9)])
    func `The profile stays, and there is nothing else`(encoding: ImageEncoding) throws {
        for count in [200, 70_000, 200_000] {
            var profile = [UInt8](repeating: 7, count: count)
            profile.replaceSubrange(16..<20, with: Array("RGB ".utf8))
            profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
            let file = try PictureFile(Painting(Self.square).image(profile: profile).encoded(as: encoding))
            #expect(try file.decode().profile == profile)
            #expect(file.metadata.captureDate == nil)
            #expect(file.metadata.orientation == .up)
        }
    }

    @Test(arguments: [ImageEncoding.png, .jpeg()])
    func `A profile for other colors is left out`(encoding: ImageEncoding) throws {
        let image = try Painting(Self.square).image(profile: [1, 2, 3])
        #expect(try PictureFile(image.encoded(as: encoding)).decode().profile == nil)
    }

    @Test(arguments: [ImageEncoding.png, .jpeg(quality: 1)])
    func `Gaps between the rows are not written`(encoding: ImageEncoding) throws {
        let painting = Painting(PixelSize(width: 33, height: 21), isOpaque: encoding != .png)
        let (packed, padded) = (try painting.image(), try painting.image(padding: 20))
        #expect(try padded.encoded(as: encoding) == packed.encoded(as: encoding))
    }

    @Test(arguments: ImageOrientation.allCases)
    func `A picture converted upright is written upright`(orientation: ImageOrientation) throws {
        let painting = Painting(PixelSize(width: 40, height: 24))
        let upright = orientation.turned(painting.size)
        let image = try DecodedImage(
            size: upright, bytesPerRow: upright.width * 4, pixels: orientation.uprightPixels(painting.pixels, upright))
        #expect(try PictureFile(image.encoded(as: .png)).decode() == image)
    }
}

/// A soft pattern of colors.
struct Painting {
    let size: PixelSize
    /// Premultiplied, without gaps.
    let pixels: [UInt8]

    init(_ size: PixelSize, isOpaque: Bool = true) {
        self.size = size
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let alpha: Int = isOpaque ? 255 : (x * 5 + y * 3) % 256
                for value: Int in [x + y, x / 2 + 90, y / 3 + 200] {
                    let color: Int = abs(value % 512 - 256) * alpha / 256
                    pixels.append(UInt8(min(color, alpha)))
                }
                pixels.append(UInt8(alpha))
            }
        }
        self.pixels = pixels
    }

    /// The image, with so many bytes after each row.
    func image(profile: [UInt8]? = nil, padding: Int = 0) throws -> DecodedImage {
        let length = size.width * 4
        var rows: [UInt8] = []
        for row in 0..<size.height {
            rows += pixels[row * length..<(row + 1) * length]
            rows += [UInt8](repeating: 77, count: padding)
        }
        return try DecodedImage(size: size, bytesPerRow: length + padding, pixels: rows, colorProfile: profile)
    }
}

/// The similarity of two pictures in decibels; infinite if they are identical.
private func decibels(_ pixels: [UInt8], _ others: [UInt8]) -> Double {
    let sum = zip(pixels, others).reduce(0.0) { sum, pair in
        let difference = Double(pair.0) - Double(pair.1)
        return sum + difference * difference
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(pixels.count) / sum)
}

extension DecodedPixels {
    fileprivate static func == (pixels: DecodedPixels, image: DecodedImage) -> Bool {
        pixels.size == image.size && pixels.bytes == image.pixels
    }
}
#elseif !canImport(Darwin)
import CameraRoll
import CameraRollCodecs
import Testing

@Suite struct EncodingWithoutTraitTests {
    @Test(arguments: [ImageEncoding.png, .jpeg()]) func `Without the trait an error names it`(
        encoding: ImageEncoding
    ) throws {
        let image = try DecodedImage(size: PixelSize(width: 1, height: 1), bytesPerRow: 4, pixels: [1, 2, 3, 255])
        #expect(throws: CodecError.missingTrait(encoding.format)) { try image.encoded(as: encoding) }
    }
}
#endif
