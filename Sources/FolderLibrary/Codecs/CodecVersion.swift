#if FolderLibrary || canImport(Darwin)
#if os(Linux)
import CHEIF
import CWebP
#endif

/// The version of the codecs: other versions may decode other files, or to other pixels.
enum CodecVersion {
    /// Incremented with each change of this module that changes images.
    private static let own = 2

    /// Identifies these codecs, including the versions of the system's libraries as far as they report them.
    static let text: String = {
        #if os(Linux)
        "\(own).\(heif_get_version_number()).\(WebPGetDecoderVersion())"
        #else
        "\(own)"
        #endif
    }()
}
#endif
