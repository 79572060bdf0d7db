#if PhotosDouble
    import Foundation

    extension PhotosWorld {
        /// Fills the library with assets of all kinds, which the number determines; the history stays empty.
        ///
        /// There are dates that tie and dates that are missing, hidden assets, favorites, bursts, videos, sounds, Live
        /// Photos, panoramas, screenshots, places, originals in the cloud, the smart albums, and albums in folders.
        package func addSamples(_ count: Int, from first: Int = 0) {
            seed { library in
                let records = (first..<first + count).map { AssetRecord.sample($0) }
                library.insert(records)
                library.addSmartAlbums()
                library.addAlbums(of: records.map(\.identifier))
            }
        }
    }

    extension AssetRecord {
        /// The identifier of a sample.
        package static func sampleIdentifier(_ number: Int) -> String {
            // In another order than the numbers.
            let mixed = (number &* 0x9E37_79B1 &+ 0x1234) & 0xFFFF_FFFF
            let digits = String(mixed, radix: 16, uppercase: true)
            return "\(String(repeating: "0", count: 8 - digits.count))\(digits)-AAAA-4AAA-8AAA-AAAAAAAAAAAA/L0/001"
        }

        /// An asset of which each property is found in others too, at other intervals.
        package static func sample(_ number: Int) -> AssetRecord {
            var record = AssetRecord(sampleIdentifier(number))
            // Three in a row at the same second.
            let second = TimeInterval((number / 3) * 7_919 % 1_000_003)
            record.creationDate = Date(timeIntervalSinceReferenceDate: 600_000_000 + second)
            record.modificationDate = record.creationDate
            record.isFavorite = number % 7 == 3
            record.isHidden = number % 23 == 11
            record.isInCloud = number % 17 == 5
            let shapes = [(400, 300), (300, 400), (640, 480), (256, 256), (1_200, 400)]
            (record.pixelWidth, record.pixelHeight) = shapes[number % shapes.count]
            if number % 4 == 1 {
                record.location = CLLocation(
                    latitude: Double(number % 170) - 85, longitude: Double(number % 350) - 175)
            }
            record.fillKind(number)
            return record
        }

        private mutating func fillKind(_ number: Int) {
            switch number % 20 {
            case 4:
                (mediaType, duration) = (.video, Double(number % 90) + 0.5)
                if number % 40 == 4 { mediaSubtypes = .videoHighFrameRate }
                addResource(.video, "public.mpeg-4", "MP4", number)
            case 9:
                (mediaType, duration, pixelWidth, pixelHeight) = (.audio, 12, 0, 0)
                addResource(.audio, "public.mp3", "MP3", number)
            case 14:
                mediaSubtypes = [.photoLive]
                addResource(.photo, "public.heic", "HEIC", number)
                addResource(.pairedVideo, "com.apple.quicktime-movie", "MOV", number)
            case 16, 17, 18:
                // Three of a burst, of which one is shown for all.
                (burstIdentifier, representsBurst) = ("burst \(number / 20)", number % 20 == 17)
                addResource(.photo, "public.jpeg", "JPG", number)
            case 2:
                mediaSubtypes = number % 40 == 2 ? [.photoPanorama, .photoHDR] : [.photoScreenshot]
                addResource(.photo, "public.png", "PNG", number)
            default: addResource(.photo, "public.jpeg", "JPG", number)
            }
        }

        private mutating func addResource(
            _ type: PHAssetResourceType, _ typeIdentifier: String, _ suffix: String, _ number: Int
        ) {
            let data = Data("\(identifier) \(type.rawValue) ".utf8) + Data(repeating: UInt8(number & 255), count: 2_000)
            var resource = ResourceRecord(
                type, typeIdentifier: typeIdentifier, fileName: "IMG_\(1_000 + number).\(suffix)", data: data)
            (resource.pixelWidth, resource.pixelHeight) = (pixelWidth, pixelHeight)
            resource.isInCloud = isInCloud
            resources.append(resource)
        }
    }

    extension LibraryEdits {
        /// The smart albums that every library has; none of them tells an estimate.
        fileprivate mutating func addSmartAlbums() {
            let albums: [(PHAssetCollectionSubtype, String)] = [
                (.smartAlbumUserLibrary, "Recents"), (.smartAlbumFavorites, "Favorites"),
                (.smartAlbumVideos, "Videos"), (.smartAlbumAllHidden, "Hidden"),
                (.smartAlbumScreenshots, "Screenshots"), (.smartAlbumLivePhotos, "Live Photos"),
                (.smartAlbumPanoramas, "Panoramas"), (.smartAlbumBursts, "Bursts"),
                (.smartAlbumSlomoVideos, "Slo-mo"),
            ]
            for (subtype, title) in albums {
                var album = CollectionRecord("smart \(subtype.rawValue)/L0/040", title: title)
                (album.type, album.subtype, album.estimate, album.operations) = (.smartAlbum, subtype, .none, [])
                add(album)
            }
            // Newer systems have more of them.
            var recovered = CollectionRecord("smart 1000000219/L0/040", title: "Recovered")
            recovered.type = .smartAlbum
            if let subtype = PHAssetCollectionSubtype(rawValue: 1_000_000_219) { recovered.subtype = subtype }
            (recovered.estimate, recovered.operations) = (.none, [])
            add(recovered)
        }

        /// Albums of some of the assets, beside each other and in folders.
        fileprivate mutating func addAlbums(of assets: [String]) {
            func album(_ name: String, every interval: Int, from start: Int) -> CollectionRecord {
                var album = CollectionRecord("album \(name)/L0/040", title: name)
                let members = stride(from: start, to: assets.count, by: interval).map { assets[$0] }
                album.assets = members.reversed()
                return album
            }
            func folder(_ name: String) -> CollectionRecord {
                var folder = CollectionRecord("folder \(name)/L0/020", title: name)
                folder.isList = true
                return folder
            }
            add(album("Holidays", every: 3, from: 0))
            add(folder("Journeys"))
            add(album("Alps", every: 5, from: 1), to: "folder Journeys/L0/020")
            add(folder("Far"), to: "folder Journeys/L0/020")
            add(album("Peru", every: 11, from: 2), to: "folder Far/L0/020")
            add(album("Empty", every: 1, from: assets.count))
            var shared = album("Shared", every: 13, from: 4)
            (shared.subtype, shared.operations) = (.albumCloudShared, [])
            add(shared)
            add(folder("Bare"))
        }
    }
#endif
