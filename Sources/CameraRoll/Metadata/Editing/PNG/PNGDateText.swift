/// A text of a PNG file that says when the picture was taken, told by its keyword.
enum PNGDateText {
    /// The standard's `Creation Time`, and ImageMagick's `CreationTime`.
    case moment
    /// What ImageMagick makes of EXIF's dates, as EXIF writes them.
    case exif
    case subseconds
    case zone

    /// Nil for texts that say something else.
    init?(_ keyword: String) {
        let name = keyword.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
        switch name {
        case "creationtime": self = .moment
        case "exif:datetimeoriginal", "exif:datetimedigitized": self = .exif
        case "exif:subsectimeoriginal", "exif:subsectimedigitized": self = .subseconds
        case "exif:offsettimeoriginal", "exif:offsettimedigitized": self = .zone
        default: return nil
        }
    }

    /// What the text says of a moment; nil where the moment has no such part.
    func text(of date: MetadataDate) -> String? {
        switch self {
        case .moment: date.description
        case .exif: date.exifText
        case .subseconds: date.subseconds
        case .zone: date.offsetText
        }
    }
}
