#if PhotosDouble
    /// The numbers of living objects by type.
    package final class Census: Sendable {
        private let counts = Locked<[String: Int]>([:])

        /// Living objects by the name of their type; types without any are left out.
        package var alive: [String: Int] {
            counts.withLock { $0.filter { $0.value != 0 } }
        }

        func count(_ name: String) -> Alive {
            counts.withLock { $0[name, default: 0] += 1 }
            return Alive(name, in: self)
        }

        func count(_ type: Any.Type) -> Alive {
            count(String(describing: type))
        }

        fileprivate func end(_ name: String) {
            counts.withLock { $0[name, default: 0] -= 1 }
        }
    }

    /// Counts an object for as long as the object holds it.
    package final class Alive: Sendable {
        private let name: String
        private let census: Census

        fileprivate init(_ name: String, in census: Census) {
            (self.name, self.census) = (name, census)
        }

        deinit {
            census.end(name)
        }
    }
#endif
