extension PixelSize {
    /// A size that a file claims; nil where a side is 0 or less, which no picture's is.
    init?(storedWidth width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }
}
