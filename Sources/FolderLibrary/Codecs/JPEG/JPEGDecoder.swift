#if FolderLibrary && os(Linux)
import CTurboJPEG
import CameraRoll

/// A TurboJPEG handle for one picture: a bad picture leaves the handle unusable, and a new one costs 0.1 µs.
struct JPEGDecoder: ~Copyable {
    /// The header that TurboJPEG reads.
    struct Header {
        let size: PixelSize
        let colorSpace: TJCS
    }

    private let handle: tjhandle

    init() throws(CodecError) {
        guard let handle = tjInitDecompress() else {
            throw .unavailable(.jpeg, reason: "TurboJPEG gives no decoder")
        }
        self.handle = handle
    }

    deinit {
        tjDestroy(handle)
    }

    borrowing func header(of bytes: [UInt8]) throws(CodecError) -> Header {
        // It may return 0 without setting these.
        var (width, height, sampling, space): (CInt, CInt, CInt, CInt) = (-1, -1, -1, -1)
        let code = bytes.withUnsafeBufferPointer {
            tjDecompressHeader3(handle, $0.baseAddress, CUnsignedLong($0.count), &width, &height, &sampling, &space)
        }
        guard code == 0 || tjGetErrorCode(handle) == TJERR_WARNING.code else { throw failure }
        guard width > 0, height > 0, (0..<CInt(TJ_NUMCS)).contains(space) else {
            throw .damaged(.jpeg, reason: "its size or its kind of colours is missing")
        }
        return Header(size: PixelSize(width: Int(width), height: Int(height)), colorSpace: TJCS(UInt32(space)))
    }

    /// Decodes at a size of one of TurboJPEG's scales, four bytes a pixel.
    borrowing func decode(
        _ bytes: [UInt8], _ size: PixelSize, _ format: TJPF
    ) throws(CodecError) -> (pixels: [UInt8], isDamaged: Bool) {
        var code: CInt = 0
        let flags = CInt(TJFLAG_LIMITSCANS)
        let count = size.width * size.height * 4
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            code = bytes.withUnsafeBufferPointer {
                tjDecompress2(
                    handle, $0.baseAddress, CUnsignedLong($0.count), buffer.baseAddress, CInt(size.width),
                    CInt(size.width * 4), CInt(size.height), CInt(format.rawValue), flags)
            }
            filled = count
        }
        guard code != 0 else { return (pixels, false) }
        guard tjGetErrorCode(handle) == TJERR_WARNING.code else { throw failure }
        return (pixels, true)
    }

    private var failure: CodecError {
        .failure(.jpeg, reason: tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown")
    }
}

extension TJERR {
    fileprivate var code: CInt { CInt(bitPattern: rawValue) }
}
#endif
