public import Foundation

/// Formats a picture's metadata as a viewer shows it, in English or Chinese.
///
/// ```swift
/// let formatter = MetadataFormatter(.chinese)
/// formatter.exif(of: metadata)["快门"]                   // 1/125秒
/// formatter.text(of: .altitude, in: metadata)           // 35.2 米
/// ```
///
/// It reads only EXIF with TIFF and GPS, as they are in the file, and leaves out missing fields: for a file without
/// EXIF nothing is left, even if XMP, IPTC or a movie's values have a date or a place, which
/// ``ImageMetadata/captureDate`` and ``ImageMetadata/place`` then return.
public struct MetadataFormatter: Hashable, Sendable {
    /// The language of names and units.
    public enum Language: String, Hashable, Sendable, CaseIterable {
        /// English: `1/125 s`, `35.2 m`.
        case english
        /// Chinese: `1/125秒`, `35.2 米`.
        case chinese
    }

    /// The language of names and units.
    public let language: Language

    /// Creates a formatter in a language.
    public init(_ language: Language = .english) {
        self.language = language
    }

    /// Creates a formatter in the language of a locale: Chinese for any of its scripts and regions, otherwise English.
    ///
    /// - Parameter locale: the locale of the reader, such as `Locale.current`.
    public init(locale: Locale) {
        self.init(locale.language.languageCode == .chinese ? .chinese : .english)
    }

    /// The texts of EXIF's fields by their names; empty if there is no EXIF.
    public func exif(of metadata: ImageMetadata) -> [String: String] {
        texts(of: MetadataField.exif, in: metadata)
    }

    /// The texts of GPS's fields by their names; empty if there is neither a place nor an altitude.
    ///
    /// All are texts; ``position(of:)`` is the place as a value.
    public func gps(of metadata: ImageMetadata) -> [String: String] {
        texts(of: MetadataField.gps, in: metadata)
    }

    /// The texts of all present fields, in the order in which a viewer shows them: EXIF's, then GPS's.
    public func lines(of metadata: ImageMetadata) -> [(name: String, text: String)] {
        (MetadataField.exif + MetadataField.gps).compactMap { field in
            text(of: field, in: metadata).map { (field.name(in: language), $0) }
        }
    }

    /// The place by its coordinates; nil unless latitude, longitude and both their refs are present.
    public func position(of metadata: ImageMetadata) -> Coordinate? {
        guard let latitude = metadata.gps.latitude, let longitude = metadata.gps.longitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The text of a field; nil if its values are missing.
    public func text(of field: MetadataField, in metadata: ImageMetadata) -> String? {
        switch field {
        case .camera: camera(metadata.tiff)
        case .lens: metadata.exif.lensModel
        case .aperture: metadata.exif.fNumber?.value.map { "f/\($0)" }
        case .shutter: metadata.exif.exposureTime.flatMap(shutter)
        case .iso: metadata.exif.iso.map { "ISO \($0)" }
        case .focalLength: metadata.exif.focalLength?.value.flatMap { Self.whole($0) }.map { "\($0)mm" }
        case .taken: metadata.exif.dateTimeOriginal.map(Self.taken)
        case .coordinates: position(of: metadata).map { String(format: "%.6f, %.6f", $0.latitude, $0.longitude) }
        case .position: position(of: metadata).map { "\([$0.latitude, $0.longitude])" }
        case .altitude: metadata.gps.altitude.map { String(format: "%.1f ", $0) + metre }
        }
    }

    private func texts(of fields: [MetadataField], in metadata: ImageMetadata) -> [String: String] {
        let texts = fields.compactMap { field in
            text(of: field, in: metadata).map { (field.name(in: language), $0) }
        }
        return Dictionary(texts) { first, _ in first }
    }

    /// Only if maker and model are both present.
    private func camera(_ tiff: TIFFValues) -> String? {
        guard let make = tiff.make, let model = tiff.model else { return nil }
        return "\(make) \(model)"
    }

    /// One second or more as a decimal number, less than a second as a fraction; nil for 0 and less.
    private func shutter(_ time: MetadataRational) -> String? {
        guard let seconds = time.value, seconds > 0 else { return nil }
        if seconds >= 1 { return "\(seconds)\(second)" }
        // From the two integers: 1 / (1 / 391) in doubles is a little less than 391.
        let (part, overflow) = time.denominator.dividedReportingOverflow(by: time.numerator)
        return overflow ? nil : "1/\(part)\(second)"
    }

    /// Turns the day's colons into hyphens; the time's stay.
    private static func taken(_ text: String) -> String {
        String(text.prefix(10)).replacing(":", with: "-") + text.dropFirst(10)
    }

    /// The integer part; nil if it does not fit `Int`.
    private static func whole(_ number: Double) -> Int? {
        Int(exactly: number.rounded(.towardZero))
    }

    private var second: String { language == .chinese ? "秒" : " s" }
    private var metre: String { language == .chinese ? "米" : "m" }
}

/// One of the fields of a metadata listing.
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
    /// Latitude and longitude with six decimals: "Latitude and Longitude", in Chinese `经纬度`.
    case coordinates
    /// Latitude and longitude as a list of two numbers with all their decimals: "Coordinates", in Chinese `坐标`.
    case position
    /// The height above sea level.
    case altitude

    /// The fields that EXIF and TIFF have, in their order.
    public static let exif: [MetadataField] = [.camera, .lens, .aperture, .shutter, .iso, .focalLength, .taken]
    /// The fields that GPS has, in their order.
    public static let gps: [MetadataField] = [.coordinates, .position, .altitude]
}

extension MetadataField {
    /// The name of the field.
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

extension ImageMetadata {
    /// The title that a viewer shows: the camera's model or, for a file without any TIFF values, the lens's model.
    ///
    /// Nil for a file that has TIFF values, but no model among them. ``model`` is only the camera's, but may also come
    /// from XMP or a movie; `tiff.model` is the first directory's value.
    public var cameraOrLensModel: String? {
        if let model = tiff.model { return model }
        // The two tags that only lead to other directories are not values.
        let hasTIFF = tags.all.contains { $0.directory == .image(0) && $0.id != 0x8769 && $0.id != 0x8825 }
        return hasTIFF ? nil : exif.lensModel
    }
}
