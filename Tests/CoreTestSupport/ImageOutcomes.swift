package import CameraRoll

extension CachingImageManager {
    /// The outcome of an image request.
    package nonisolated func outcome(of request: AssetImageRequest) async -> Result<DecodedImage, ImageError> {
        do throws(ImageError) {
            return .success(try await image(for: request))
        } catch {
            return .failure(error)
        }
    }

    /// The last element of a sequence, or its error.
    package nonisolated func lastOfSequence(_ request: AssetImageRequest) async -> Result<DecodedImage, ImageError> {
        do throws(ImageError) {
            var last: ImageDelivery?
            for try await delivery in deliveries(for: request) { last = delivery }
            guard let last, last.isLast, let image = last.image else { return .failure(.noImage(request.asset)) }
            return .success(image)
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Failure == ImageError {
    /// The error, if it failed.
    package var failure: ImageError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension Result where Failure == any Error {
    /// The image error of a request that failed.
    package var imageError: ImageError? {
        switch self {
        case .success: nil
        case .failure(let error): error as? ImageError
        }
    }
}
