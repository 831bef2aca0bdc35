// Package file owns the record of an uploaded file and of its parts: what the
// store keeps and the upload handler works with. It imports the standard
// library only and does nothing itself.
package file

import "time"

// File is a file that somebody uploads. Its bytes lie in parts, one immutable
// blob each, that follow one another without gap.
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
	Registered bool // belongs to a data set: never expires
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
