import PhotoMetadata

extension Coordinate {
    /// Whether it differs from another place by less than EXIF's last digit does.
    func isNear(_ other: Coordinate) -> Bool {
        abs(latitude - other.latitude) < 3e-11 && abs(longitude - other.longitude) < 3e-11
    }
}
