// Command teststack lends the browser tests a PostgreSQL and an S3 server. It
// prints {"database_url", "blob_url", "env"} on one line and serves until its
// standard input closes. It imports the test helpers of store and blob.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"cohortium/internal/blob/s3test"
	"cohortium/internal/store/pgtest"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "teststack:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	var postgres pgtest.Cluster
	var s3 s3test.Server
	defer func() { err = errors.Join(err, postgres.Stop(), s3.Stop()) }()
	database, err := postgres.NewDatabase()
	if err != nil {
		return err
	}
	bucket, err := s3.NewBucket(context.Background())
	if err != nil {
		return err
	}
	err = json.NewEncoder(os.Stdout).Encode(map[string]any{"database_url": database, "blob_url": bucket, "env": s3test.Environment()})
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
