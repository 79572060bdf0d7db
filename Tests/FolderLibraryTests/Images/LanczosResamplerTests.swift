#if FolderLibrary && os(Linux)
import CameraRoll
import Foundation
import Testing

import FolderLibrary

struct LanczosResamplerTests {
    @Test func `A picture of the same size is the same`() {
        let picture = TestPicture.waves(31, 17)
        #expect(LanczosResampler(picture.size, to: picture.size).resampled(picture.pixels) == picture.pixels)
    }

    @Test(arguments: [(1, 1), (2, 5), (7, 3), (16, 16), (40, 33)])
    func `A plain colour stays as it is at any size, up to the edges`(width: Int, height: Int) {
        let picture = TestPicture(16, 11) { _, _ in TestPicture.red }
        let target = PixelSize(width: width, height: height)
        let pixels = LanczosResampler(picture.size, to: target).resampled(picture.pixels)
        #expect(pixels == TestPicture(width, height) { _, _ in TestPicture.red }.pixels)
    }

    @Test(arguments: [(9, 7), (24, 40), (61, 47), (1, 1)])
    func `It is what the definition gives, to a rounding`(width: Int, height: Int) {
        let picture = TestPicture.waves(60, 45)
        let target = PixelSize(width: width, height: height)
        let found = LanczosResampler(picture.size, to: target).resampled(picture.pixels)
        let expected = NaiveLanczos.resampled(picture, to: target)
        #expect(zip(found, expected).allSatisfy { abs(Double($0) - min(max($1, 0), 255)) <= 0.51 })
    }

    @Test func `What is transparent lends no colour, and no colour exceeds its alpha`() {
        let picture = TestPicture(32, 8) { x, _ in x < 16 ? .zero : .init(255, 255, 255, 255) }
        let pixels = LanczosResampler(picture.size, to: PixelSize(width: 13, height: 5)).resampled(picture.pixels)
        for offset in stride(from: 0, to: pixels.count, by: 4) {
            #expect(pixels[offset] == pixels[offset + 3] && pixels[offset + 1] == pixels[offset + 3])
        }
    }
}

/// Lanczos as defined, pixel by pixel, in both directions at once.
enum NaiveLanczos {
    static func resampled(_ picture: TestPicture, to target: PixelSize) -> [Double] {
        let across = weights(picture.size.width, target.width)
        let down = weights(picture.size.height, target.height)
        var result: [Double] = []
        for row in down {
            for column in across {
                for channel in 0..<4 {
                    var sum = 0.0
                    for (y, weightY) in row {
                        for (x, weightX) in column {
                            let sample = picture.pixels[(y * picture.size.width + x) * 4 + channel]
                            sum += Double(sample) * weightX * weightY
                        }
                    }
                    result.append(sum)
                }
            }
        }
        return result
    }

    private static func weights(_ count: Int, _ output: Int) -> [[(Int, Double)]] {
        let step = Double(count) / Double(output)
        return (0..<output).map { pixel in
            let center = (Double(pixel) + 0.5) * step
            let all = (0..<count).map { ($0, kernel((Double($0) + 0.5 - center) / max(step, 1))) }
            let sum = all.reduce(0) { $0 + $1.1 }
            return all.filter { $0.1 != 0 }.map { ($0.0, $0.1 / sum) }
        }
    }

    private static func kernel(_ x: Double) -> Double {
        if x == 0 { return 1 }
        if abs(x) >= 3 { return 0 }
        return sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3)
    }
}
#endif
