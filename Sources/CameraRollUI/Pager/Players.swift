#if canImport(SwiftUI) && canImport(AVKit)
public import AVFoundation
import AVKit
import CameraRollBrowsing
public import SwiftUI

/// A video in the system's player, loaded when the user asks for it.
///
/// ```swift
/// MoviePlayer { try await PhotosPlayback.playerItem(for: asset, in: manager) }
/// ```
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct MoviePlayer: View {
    private let item: () async throws -> AVPlayerItem
    @State private var player: AVPlayer?
    @State private var isLoading = false

    /// Creates a player.
    ///
    /// - Parameter item: loads the video; if it fails, the user can try again.
    public init(item: @escaping () async throws -> AVPlayerItem) {
        self.item = item
    }

    /// The player, or the button that loads it.
    public var body: some View {
        // Not a group, whose modifiers apply to each of its views: the task would end with the button.
        ZStack {
            if let player { VideoPlayer(player: player) } else { PlayButton(isLoading: $isLoading) }
        }
        .task(id: isLoading) { await load() }
        .onDisappear { player?.pause() }
    }

    private func load() async {
        guard isLoading else { return }
        defer { isLoading = false }
        guard let item = try? await item() else { return }
        let player = AVPlayer(playerItem: item)
        self.player = player
        player.play()
    }
}

/// The button in the middle of a picture that plays.
private struct PlayButton: View {
    @Binding var isLoading: Bool

    var body: some View {
        Button(action: { isLoading = true }) {
            if isLoading {
                ProgressView()
            } else {
                Image(systemName: "play.circle.fill").font(.largeTitle).foregroundStyle(.white)
            }
        }
        .buttonStyle(.plain)
        .disabled(isLoading)
        .accessibilityLabel(Phrase(.pagerPlay))
    }
}
#endif

#if canImport(SwiftUI) && canImport(PhotosUI) && canImport(UIKit)
public import Photos
import PhotosUI
import UIKit

/// A Live Photo in the system's view, which plays it while it is pressed.
///
/// ```swift
/// LivePhotoPlayer { try await PhotosPlayback.livePhoto(for: asset, size: screen, in: manager) }
/// ```
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct LivePhotoPlayer: View {
    private let photo: () async throws -> PHLivePhoto
    @State private var loaded: PHLivePhoto?

    /// Creates a player.
    ///
    /// - Parameter photo: loads the Live Photo; if it fails, the still picture stays.
    public init(photo: @escaping () async throws -> PHLivePhoto) {
        self.photo = photo
    }

    /// The system's view once the Live Photo is loaded.
    public var body: some View {
        // Not a group, whose task would never run while it is empty.
        ZStack {
            if let loaded { LivePhotoView(photo: loaded) }
        }
        .task { loaded = try? await photo() }
    }
}

private struct LivePhotoView: UIViewRepresentable {
    let photo: PHLivePhoto

    func makeUIView(context: Context) -> PHLivePhotoView {
        let view = PHLivePhotoView()
        // Like the still picture below: the view would otherwise fill its frame, and stretch the picture.
        view.contentMode = .scaleAspectFit
        return view
    }

    func updateUIView(_ view: PHLivePhotoView, context: Context) {
        if view.livePhoto !== photo { view.livePhoto = photo }
    }
}
#endif
