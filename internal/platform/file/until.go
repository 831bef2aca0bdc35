package file

import (
	"context"
	"io"
)

// Until reads r until ctx ends, so that work on a file in memory ends with its request.
func Until(ctx context.Context, r io.Reader) io.Reader { return &until{ctx, r} }

type until struct {
	ctx context.Context
	r   io.Reader
}

// Read implements io.Reader.
func (u *until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}

// Behind returns the reader itself, for formats that are read from their end.
func (u *until) Behind() io.Reader { return u.r }
