#if FolderLibrary
    import CSQLite
    import CTurboJPEG
    import CHEIF
    import CWebP
    import CPNG

    func versions() -> [String] {
        [String(cString: sqlite3_libversion()), String(cString: heif_get_version()), "\(WebPGetDecoderVersion())", "\(png_access_version_number())", "\(tjInitDecompress() != nil)"]
    }
#endif
