extension XMPValues {
    /// Where the picture was taken: `exif:GPSLatitude` and `exif:GPSLongitude`; nil where they are no place on Earth.
    public var place: Place? {
        guard let latitude = coordinate("GPSLatitude", "N", "S"), let longitude = coordinate("GPSLongitude", "E", "W"),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return Place(latitude: latitude, longitude: longitude)
    }

    /// Metres above sea level: `exif:GPSAltitude`, negative where `exif:GPSAltitudeRef` says below.
    public var altitude: Double? {
        guard let metres = rational("GPSAltitude", in: .exif)?.value else { return nil }
        return text("GPSAltitudeRef", in: .exif) == "1" ? -metres : metres
    }

    /// A coordinate as XMP writes it: `37,46.494N` or `37,46,29N`; taken, too, is a plain number of degrees.
    private func coordinate(_ name: String, _ positive: Character, _ negative: Character) -> Double? {
        guard let text = text(name, in: .exif) else { return nil }
        let sign = text.last == positive ? 1.0 : text.last == negative ? -1.0 : nil
        let parts = (sign == nil ? text[...] : text.dropLast()).split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, numbers.count <= 3, let degrees = numbers.first, degrees.isFinite else {
            return nil
        }
        let minutes = numbers.count > 1 ? numbers[1] : 0
        let seconds = numbers.count > 2 ? numbers[2] : 0
        return (sign ?? 1) * (degrees + minutes / 60 + seconds / 3600)
    }
}
