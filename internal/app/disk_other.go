//go:build !linux && !darwin

package app

import "cohortium/internal/area/operation"

// diskOf measures the file system of a folder; it is not known here.
func diskOf(string) operation.Disk { return operation.Disk{Free: -1, Size: -1} }
