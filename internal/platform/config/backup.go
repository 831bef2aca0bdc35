package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// Backup holds the schedule of backups.
type Backup struct {
	BackupTo      string        `help:"Folder, or s3://bucket/prefix?…, for backups that the server makes by itself; none if absent. Use another disk than that of --data." env:"COHORTIUM_BACKUP_TO" name:"backup-to"`
	BackupEvery   time.Duration `help:"Time between two backups." default:"24h" env:"COHORTIUM_BACKUP_EVERY" name:"backup-every"`
	BackupKeep    int64         `help:"Complete backups that are kept; older ones are removed after each backup." default:"14" env:"COHORTIUM_BACKUP_KEEP" name:"backup-keep"`
	BackupEncrypt []string      `placeholder:"AGE-RECIPIENT" help:"Encrypt backups for this public key of age; several are separated by commas." env:"COHORTIUM_BACKUP_ENCRYPT" name:"backup-encrypt"`
}

// Bounds of the interval of backups.
const (
	shortestBackup = 15 * time.Minute
	longestBackup  = 31 * 24 * time.Hour
)

// Validate returns an error with one sentence for each invalid setting.
func (b Backup) Validate() (err error) {
	if b.BackupTo == "" {
		if len(b.BackupEncrypt) > 0 {
			return errors.New("--backup-encrypt needs --backup-to")
		}
		return nil
	}
	if strings.Contains(b.BackupTo, "://") {
		err = scheme("--backup-to", b.BackupTo, "s3", "file")
	}
	if b.BackupEvery < shortestBackup || b.BackupEvery > longestBackup {
		err = errors.Join(err, fmt.Errorf("--backup-every is %s: it has to be a time from 15m to 744h, which is 31 days", b.BackupEvery))
	}
	return errors.Join(err, positive("--backup-keep", b.BackupKeep))
}

// backupsApart refuses backups inside of the files that they are of.
func backupsApart(s Storage, b Backup) error {
	folder := strings.TrimPrefix(b.BackupTo, "file://")
	files, local := strings.CutPrefix(s.Blobs(), "file://")
	if b.BackupTo == "" || !local || strings.Contains(folder, "://") {
		return nil
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return fmt.Errorf("--backup-to: %w", err)
	}
	within, err := filepath.Rel(filepath.FromSlash(files), folder)
	if err == nil && within != ".." && !strings.HasPrefix(within, ".."+string(filepath.Separator)) {
		return fmt.Errorf("--backup-to is %s, inside of the files of the server: choose a folder elsewhere, on another disk", folder)
	}
	return nil
}
