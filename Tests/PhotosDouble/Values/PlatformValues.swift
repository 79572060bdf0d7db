// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    // What Apple's other frameworks declare, and the calls of PhotoKit name.

    /// A collection that Objective-C enumerates.
    public protocol NSFastEnumeration {}

    extension NSArray: NSFastEnumeration {}

    /// A type of data, of UniformTypeIdentifiers.
    public struct UTType: Hashable, Sendable {
        public let identifier: String

        init(_ identifier: String) {
            self.identifier = identifier
        }
    }

    /// A position on Earth, of CoreLocation.
    public struct CLLocationCoordinate2D: Hashable, Sendable {
        public var latitude: Double
        public var longitude: Double

        public init(latitude: Double, longitude: Double) {
            (self.latitude, self.longitude) = (latitude, longitude)
        }
    }

    /// A place, of CoreLocation.
    public final class CLLocation: NSObject, Sendable {
        public let coordinate: CLLocationCoordinate2D

        public init(latitude: Double, longitude: Double) {
            coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        }
    }

    /// Pixels, of CoreGraphics: drawn each time that they are read, and recorded with the thread that does.
    public final class CGImage: Sendable {
        public let width: Int
        public let height: Int
        private let world: PhotosWorld
        private let draw: @Sendable () -> [UInt8]

        package init(width: Int, height: Int, in world: PhotosWorld, draw: @escaping @Sendable () -> [UInt8]) {
            (self.width, self.height, self.world, self.draw) = (width, height, world, draw)
        }

        fileprivate func noteExtraction() { world.call(.extract) }

        /// Red, green, blue and premultiplied alpha of each pixel, in rows without padding.
        public var rgba: [UInt8] {
            world.call(.draw, count: width * height)
            return draw()
        }
    }

    /// An image, of UIKit.
    public final class UIImage: Sendable {
        /// How the pixels are turned.
        public enum Orientation: Int, Sendable {
            case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
        }

        private let pixels: CGImage?
        public let imageOrientation: Orientation
        private let alive: Alive?

        package init(_ image: CGImage?, orientation: Orientation = .up, alive: Alive? = nil) {
            (pixels, imageOrientation, self.alive) = (image, orientation, alive)
        }

        /// The pixels, which may take long to extract.
        public var cgImage: CGImage? {
            pixels?.noteExtraction()
            return pixels
        }
    }

    /// What a player plays, of AVFoundation.
    public final class AVPlayerItem: NSObject {
        package let localIdentifier: String
        package let version: PHVideoRequestOptionsVersion
        package let deliveryMode: PHVideoRequestOptionsDeliveryMode

        package init(of localIdentifier: String, _ options: PHVideoRequestOptions?) {
            self.localIdentifier = localIdentifier
            (version, deliveryMode) = (options?.version ?? .current, options?.deliveryMode ?? .automatic)
        }
    }
#endif
