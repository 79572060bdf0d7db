import Foundation
import Testing

@testable import PhotoMetadata

/// Unpacking of zlib's output.
@Suite struct InflateTests {
    /// 2,200 bytes of prose and noise, packed by zlib with dynamic codes.
    private static let packed = """
        eNrtkNlRBDEMBVOZCMhJ983AsssVPSrC2Jo/S2rbr3V3Od4fQXXg7fx6PfT8PvIxbx/H+Sm3477jht+fg097+a8u+IIv+IIv+IKf
        CKacQUEf97JhdDDbFrRLDycqAFSAFVtD8GLByrUHAYtCqhZs7Y6tWCQ9LMG5x6xIo6da0StwKEy9wUE6M3dKwTAcwRaa6lKRDTYd
        i852wTWDw1xNISJnodwbRZGEEyNQiPvgjLDgJKkgkay6bCxvdUcQ0xUTlA5OAwYjaPKOsuDa35yjVjBHqwxaiEEQRZoshSAgOZ2m
        c9fAipxlyY5lEg6aJkCsk0NqLIUrU+GbHxs2zUrKrIeoKgrntFPG7GINbYgUM8dwRRNF5Q98LixE
        """

    private func packed() throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: Self.packed, options: .ignoreUnknownCharacters)))
    }

    @Test func `What zlib packed is unpacked`() throws {
        let text = try #require(Inflate.zlib(packed()[...], limit: 2_200))
        #expect(text.count == 2_200 && CRC32.checksum(text) == 246801195)
    }

    @Test func `What is stored is copied`() {
        let stored: [UInt8] = [0x78, 0x01, 1, 3, 0, 0xFC, 0xFF, 65, 66, 67]
        #expect(Inflate.zlib(stored[...], limit: 3) == [65, 66, 67])
    }

    @Test func `Nothing is unpacked beyond the limit`() throws {
        #expect(try Inflate.zlib(packed()[...], limit: 2_199) == nil)
        #expect(Inflate.zlib([0x78, 0x01, 1, 3, 0, 0xFC, 0xFF, 65, 66, 67], limit: 2) == nil)
    }

    @Test func `Blocks count beside what comes out of them, and are limited`() throws {
        let empty: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
        let last: [UInt8] = [1, 1, 0, 0xFE, 0xFF, 65]
        func stream(_ blocks: Int) -> [UInt8] { [0x78, 1] + (0..<blocks).flatMap { _ in empty } + last }
        let few = try #require(Inflate.unpack(stream(50)[...], limit: 1_000))
        #expect(few.bytes == [65] && few.cost == 1 + 51 * 1_024)
        #expect(Inflate.zlib(stream(5_000)[...], limit: 1_000) == nil)
    }

    @Test func `Cut or changed anywhere, packed bytes end the unpacking and nothing else`() throws {
        let whole = try packed()
        for length in whole.indices.dropLast(8) { #expect(Inflate.zlib(whole[..<length], limit: 1 << 16) == nil) }
        for index in whole.indices {
            var changed = whole
            changed[index] ^= UInt8(truncatingIfNeeded: index * 7 + 1)
            _ = Inflate.zlib(changed[...], limit: 1 << 16)
        }
    }
}
