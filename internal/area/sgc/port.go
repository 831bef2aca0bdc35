package sgc

import (
	"context"
	"io"

	"cohortium/internal/platform/job"
)

// Blobs holds immutable files under keys made of ids. An absent key is errs.NotFound.
type Blobs interface {
	// Put stores all of r under key and gives its size in bytes and the hex SHA-256.
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	// Delete removes a blob; deleting an absent one is no error.
	Delete(ctx context.Context, key string) error
	// DeletePrefix removes every blob whose key starts with prefix.
	DeletePrefix(ctx context.Context, prefix string) error
	job.Sweeper
}
