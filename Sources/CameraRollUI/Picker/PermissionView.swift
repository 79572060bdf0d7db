#if canImport(SwiftUI)
public import CameraRollBrowsing
import Foundation
public import SwiftUI

#if canImport(UIKit)
import UIKit
#endif

/// Explains that photos cannot be shown without permission, and offers what helps: a request, or the settings.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct PermissionView: View {
    private let status: AuthorizationStatus
    private let request: () async -> Void
    @Environment(\.openURL) private var openURL
    @State private var isAsking = false

    /// Creates a view of the current permission, with a function that asks the user.
    public init(_ status: AuthorizationStatus, request: @escaping () async -> Void) {
        (self.status, self.request) = (status, request)
    }

    /// The text and the button.
    public var body: some View {
        ContentUnavailableView {
            PhraseLabel(phrase: Phrase(.permissionTitle), symbol: "photo.on.rectangle.angled")
        } description: {
            if let phrase = status.phrase { PhraseText(phrase) }
        } actions: {
            if let offer = status.offer {
                PhraseButton(phrase: offer.phrase) { accept(offer) }
                    .buttonStyle(.borderedProminent)
                    .disabled(isAsking)
            }
        }
        .task(id: isAsking) {
            guard isAsking else { return }
            await request()
            isAsking = false
        }
    }

    private func accept(_ offer: AuthorizationStatus.Offer) {
        switch offer {
        case .request: isAsking = true
        case .openSettings: if let url = Settings.address { openURL(url) }
        }
    }
}

/// A banner under limited access: how many photos the app can see, "select more", and the settings.
///
/// > Important: Never run on a device. The module's first page says what was type-checked, and when.
public struct LimitedAccessBanner: View {
    private let access: LimitedAccess
    private let selectMore: () async -> Void
    @Environment(\.openURL) private var openURL
    @State private var isSelecting = false

    /// Creates a banner.
    ///
    /// - Parameters:
    ///   - access: what the app can see.
    ///   - selectMore: shows the system's picker, in which the user selects more photos for the app.
    public init(_ access: LimitedAccess, selectMore: @escaping () async -> Void) {
        (self.access, self.selectMore) = (access, selectMore)
    }

    /// The text and the buttons.
    public var body: some View {
        VStack(alignment: .leading, spacing: metrics.banner.spacing) {
            PhraseText(access.phrase).font(Font(metrics.banner.font))
            HStack(spacing: metrics.banner.buttonSpacing) {
                ForEach(access.offers, id: \.self) { offer in
                    PhraseButton(phrase: offer.phrase) { accept(offer) }
                        .font(Font(metrics.banner.buttonFont))
                        .buttonStyle(.borderless)
                }
            }
        }
        .padding(metrics.banner.margin)
        .frame(maxWidth: .infinity, alignment: .leading)
        .barBackground()
        .task(id: isSelecting) {
            guard isSelecting else { return }
            await selectMore()
            isSelecting = false
        }
    }

    private func accept(_ offer: LimitedAccess.Offer) {
        switch offer {
        case .selectMore: isSelecting = true
        case .openSettings: if let url = Settings.address { openURL(url) }
        }
    }
}

/// The system's settings of the app.
private enum Settings {
    static var address: URL? {
        #if canImport(UIKit)
        URL(string: UIApplication.openSettingsURLString)
        #else
        URL(string: "x-apple.systempreferences:com.apple.preference.security?Privacy_Photos")
        #endif
    }
}
#endif
