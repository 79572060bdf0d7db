/// A vocabulary of XMP, named by its URI.
public struct XMPNamespace: Hashable, Sendable, RawRepresentable {
    /// The URI.
    public let rawValue: String

    /// A vocabulary by its URI.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Dublin Core: title, creator, rights, subject.
    public static let dublinCore = XMPNamespace(rawValue: "http://purl.org/dc/elements/1.1/")
    /// EXIF's tags.
    public static let exif = XMPNamespace(rawValue: "http://ns.adobe.com/exif/1.0/")
    /// EXIF's tags since its version 2.3, such as the lens model.
    public static let exifEX = XMPNamespace(rawValue: "http://cipa.jp/exif/1.0/")
    /// TIFF's tags.
    public static let tiff = XMPNamespace(rawValue: "http://ns.adobe.com/tiff/1.0/")
    /// XMP's own: creation and modification dates, rating.
    public static let basic = XMPNamespace(rawValue: "http://ns.adobe.com/xap/1.0/")
    /// Photoshop's: creation date, city, country.
    public static let photoshop = XMPNamespace(rawValue: "http://ns.adobe.com/photoshop/1.0/")
    /// More of the camera: lens, serial number.
    public static let auxiliary = XMPNamespace(rawValue: "http://ns.adobe.com/exif/1.0/aux/")
    /// IPTC's core: location, country code, the creator's address.
    public static let iptcCore = XMPNamespace(rawValue: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/")
    /// IPTC's extension: locations created and shown, persons.
    public static let iptcExtension = XMPNamespace(rawValue: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/")
    /// Notes of Adobe's on packets that go over several segments.
    public static let note = XMPNamespace(rawValue: "http://ns.adobe.com/xmp/note/")
    /// RDF itself.
    static let rdf = XMPNamespace(rawValue: "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
}
