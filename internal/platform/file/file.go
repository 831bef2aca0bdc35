// Package file owns the records of files: of an uploaded file and its parts, and of a file for
// download; and how stored bytes are read by ranges. It imports the standard library only. It knows
// neither where bytes are stored nor who may have them.
package file

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"time"
)

// File is an uploaded file. Its bytes are in parts, one immutable blob each, that follow one
// another without gap.
type File struct {
	ID         string
	OwnerID    string
	Name       string // as the user typed it; any bytes; data, never part of a path
	Metadata   string // Upload-Metadata as the client sent it
	Size       int64  // declared, in bytes
	Received   int64  // bytes kept so far, from the start of the file
	HashState  []byte // SHA-256 over the received bytes, as its hash marshals itself
	SHA256     string // hex; "" until complete
	Complete   bool
	Registered bool // belongs to a data set and never expires
	CreatedAt  time.Time
	UpdatedAt  time.Time
	ExpiresAt  time.Time // an unregistered file is swept after this
}

// Part is one blob of a file.
type Part struct {
	FileID string
	ID     string
	Start  int64 // 0-based offset of the first byte within the file
	Size   int64
}

// PartsPrefix begins the keys of all parts.
const PartsPrefix = "uploads/"

// Key returns the key of the part's blob.
func (p Part) Key() string { return PartsPrefix + p.FileID + "/" + p.ID }

// Stored describes content of the file store, as recorded in the database: blobs that follow one
// another and together are one file, or results under a prefix.
type Stored struct {
	Keys   []string
	Prefix string // ends with a slash; at least one blob is under it; "" where Keys are known
	Size   int64  // in bytes, of all blobs together; -1 where it is not recorded
	SHA256 string // hex, of all blobs together; "" where it is not recorded
}

// Info describes a file that was uploaded or is being uploaded.
type Info struct {
	ID        string
	OwnerID   string
	Name      string // as the user typed it; data, never part of a path
	Size      int64  // declared size in bytes
	Offset    int64  // bytes received so far
	SHA256    string // hex, of the whole file; "" until complete
	Complete  bool
	CreatedAt time.Time
	ExpiresAt time.Time // an incomplete or unregistered file is swept after this
}

// Download is a file for a caller. Its bytes never change.
type Download struct {
	Name        string // suggested file name; data, must be encoded in a header
	ContentType string
	Size        int64
	Tag         string // identifies the content, for conditional requests
	ModTime     time.Time
	Open        bool // public
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange func(ctx context.Context, offset, length int64) (io.ReadCloser, error)
}

// Keyed reads the bytes of one key, by a function that reads any key.
func Keyed(
	open func(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error),
	key string,
) func(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
	return func(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
		return open(ctx, key, offset, length)
	}
}

// Bytes reads ranges of a byte slice.
func Bytes(content []byte) func(ctx context.Context, offset, length int64) (io.ReadCloser, error) {
	return func(_ context.Context, offset, length int64) (io.ReadCloser, error) {
		content := content[offset:]
		if length >= 0 {
			content = content[:min(length, int64(len(content)))]
		}
		return io.NopCloser(bytes.NewReader(content)), nil
	}
}

// InMemory returns a small file made for the caller.
func InMemory(name, contentType string, content []byte, modified time.Time) *Download {
	sum := sha256.Sum256(content)
	return &Download{
		Name: name, ContentType: contentType, Size: int64(len(content)), Tag: hex.EncodeToString(sum[:16]), ModTime: modified,
		OpenRange: Bytes(content),
	}
}
