#if FolderLibrary || canImport(Darwin)
#if os(Linux)
import CHEIF
import CWebP
#endif

/// Which codecs these are: others may decode what these do not, or to other pixels.
enum CodecVersion {
    /// Counts the changes of this module's own code that make images other ones.
    private static let own = 2

    /// Tells these codecs from others, those of the system's libraries that tell their versions among them.
    static let text: String = {
        #if os(Linux)
        "\(own).\(heif_get_version_number()).\(WebPGetDecoderVersion())"
        #else
        "\(own)"
        #endif
    }()
}
#endif
