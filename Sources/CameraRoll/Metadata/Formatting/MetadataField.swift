/// One of the lines in which a picture's metadata are shown (R111 to R120).
public enum MetadataField: String, Hashable, Sendable, CaseIterable {
    /// Maker and model of the camera.
    case camera
    /// The lens's model.
    case lens
    /// The f-number.
    case aperture
    /// How long the shutter was open.
    case shutter
    /// The sensitivity.
    case iso
    /// The focal length.
    case focalLength
    /// When the picture was taken.
    case taken
    /// Latitude and longitude with six decimals: the articles' `经纬度` (R118), "Latitude and Longitude".
    case coordinates
    /// Latitude and longitude as a list of two numbers with all their decimals: the articles' `坐标` (R119), whose
    /// English is "Coordinates".
    case position
    /// The height above sea level.
    case altitude

    /// The fields that EXIF and TIFF have, in their order.
    public static let exif: [MetadataField] = [.camera, .lens, .aperture, .shutter, .iso, .focalLength, .taken]
    /// The fields that GPS has, in their order.
    public static let gps: [MetadataField] = [.coordinates, .position, .altitude]
}

extension MetadataField {
    /// What the field is called.
    public func name(in language: MetadataFormatter.Language) -> String {
        switch language {
        case .english: english
        case .chinese: chinese
        }
    }

    private var english: String {
        switch self {
        case .camera: "Camera"
        case .lens: "Lens"
        case .aperture: "Aperture"
        case .shutter: "Shutter"
        case .iso: "ISO"
        case .focalLength: "Focal Length"
        case .taken: "Taken"
        case .coordinates: "Latitude and Longitude"
        case .position: "Coordinates"
        case .altitude: "Altitude"
        }
    }

    private var chinese: String {
        switch self {
        case .camera: "相机"
        case .lens: "镜头"
        case .aperture: "光圈"
        case .shutter: "快门"
        case .iso: "ISO"
        case .focalLength: "焦距"
        case .taken: "拍摄时间"
        case .coordinates: "经纬度"
        case .position: "坐标"
        case .altitude: "海拔"
        }
    }
}
