/// Those who wait for one image, in the order in which they came, and what they want together: a pure value.
///
/// Ten thousand may wait for one key, so whoever comes or leaves is not compared with the others.
struct ImageWaiters {
    struct Member {
        let waiter: ImageWaiter
        let request: ImageRequest
        fileprivate let number: Int
    }

    private var members: [ObjectIdentifier: Member] = [:]
    private var next = 0
    private var byPriority = ImagePriority.allCases.map { _ in 0 }
    private var withNetwork = 0
    private var withDegraded = 0
    private var withFallback = 0

    var isEmpty: Bool { members.isEmpty }
    var count: Int { members.count }

    /// Whether somebody allows the network.
    var allowNetwork: Bool { withNetwork > 0 }
    /// Whether somebody has a use for a degraded image.
    var wantDegraded: Bool { withDegraded > 0 }

    /// Whether somebody accepts a local image in place of the final one.
    var acceptFallback: Bool { withFallback > 0 }

    /// The urgency of the most urgent; nil where nobody waits.
    var priority: ImagePriority? {
        ImagePriority.allCases.last { byPriority[Int($0.rawValue)] > 0 }
    }

    /// All of them, who came first first.
    ///
    /// - Complexity: O(n log n).
    var inOrder: [Member] { members.values.sorted { $0.number < $1.number } }

    /// What somebody asked for; nil where it does not wait here.
    func request(of waiter: ImageWaiter) -> ImageRequest? { members[ObjectIdentifier(waiter)]?.request }

    mutating func add(_ waiter: ImageWaiter, _ request: ImageRequest) {
        let member = Member(waiter: waiter, request: request, number: next)
        next += 1
        guard members.updateValue(member, forKey: ObjectIdentifier(waiter)) == nil else { return }
        count(request, 1)
    }

    /// Takes somebody out; nothing happens where it does not wait here.
    mutating func remove(_ waiter: ImageWaiter) {
        guard let member = members.removeValue(forKey: ObjectIdentifier(waiter)) else { return }
        count(member.request, -1)
    }

    private mutating func count(_ request: ImageRequest, _ step: Int) {
        byPriority[Int(request.priority.rawValue)] += step
        if request.isNetworkAllowed { withNetwork += step }
        if request.wantsDegraded { withDegraded += step }
        if request.acceptsFallback { withFallback += step }
    }
}

extension ImageRequest {
    /// Whether there is a use for a degraded image: to be shown meanwhile, or instead.
    var wantsDegraded: Bool { deliveryMode != .highQuality || acceptsFallback }
}
