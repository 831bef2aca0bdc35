package file

import (
	"errors"
	"io/fs"
	"syscall"

	"cohortium/internal/platform/errs"
)

// Codes of errors of Unwritable.
const (
	CodeFull   = "disk_full"
	CodeDenied = "files_denied"
)

// Unwritable returns the error of a write that the disk or its rights refused as errs.Unavailable
// (disk_full, files_denied), with what to do; other errors as they are. place names what was written to.
func Unwritable(err error, place string) error {
	switch {
	case err == nil, errs.KindOf(err) == errs.Unavailable:
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return errs.New(errs.Unavailable, CodeFull, "The %s has no space left; free some and try again.", place).Because(err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return errs.New(
			errs.Unavailable,
			CodeDenied,
			"The %s is read-only, or denies access to the server. Ask the operator to allow it, and try again.",
			place,
		).Because(
			err,
		)
	}
	return err
}

// WorkingFiles is the place of files that last as long as a job or a request.
const WorkingFiles = "folder for working files"
