//go:build linux || darwin

package app

import (
	"syscall"

	"cohortium/internal/area/operation"
)

// diskOf measures the file system of a folder.
func diskOf(folder string) operation.Disk {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return operation.Disk{Free: -1, Size: -1}
	}
	block := uint64(s.Bsize)
	return operation.Disk{Free: int64(s.Bavail * block), Size: int64(s.Blocks * block)}
}
