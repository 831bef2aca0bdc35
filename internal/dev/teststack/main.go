// Command teststack runs real services for the browser tests on loopback addresses: a PostgreSQL
// and an S3 server, an OpenID Connect provider, a mail server. It prints where they are as one line
// of JSON and serves until its standard input closes. It imports the test helpers of store, blob,
// oidc and mail.
//
//	-storage {"database_url", "blob_url", "env"}; also without a flag
//	-sign-in URL   {"oidc": {"issuer", "client_id", "client_secret", "people"}}, with URL as the client's redirect URL
//	-mail          {"mail": {"url", "messages_url"}}
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"cohortium/internal/adapter/blob/s3test"
	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/adapter/oidc/oidctest"
	"cohortium/internal/adapter/store/pgtest"
)

func main() {
	storage := flag.Bool("storage", false, "start PostgreSQL and S3")
	signIn := flag.String("sign-in", "", "start an OpenID Connect provider for a client with this redirect `URL`")
	mail := flag.Bool("mail", false, "start a mail server")
	flag.Parse()
	if err := run(*storage || *signIn == "" && !*mail, *signIn, *mail); err != nil {
		fmt.Fprintln(os.Stderr, "teststack:", err)
		os.Exit(1)
	}
}

// stack holds the started services and their description.
type stack struct {
	says map[string]any
	stop []func() error
}

func run(storage bool, signIn string, mail bool) (err error) {
	s := &stack{says: make(map[string]any)}
	defer func() {
		for _, stop := range s.stop {
			err = errors.Join(err, stop())
		}
	}()
	if storage {
		err = s.startStorage()
	}
	if err == nil && signIn != "" {
		err = s.startProvider(signIn)
	}
	if err == nil && mail {
		err = s.startMail()
	}
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(s.says); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func (s *stack) startStorage() error {
	postgres, objects := new(pgtest.Cluster), new(s3test.Server)
	s.stop = append(s.stop, postgres.Stop, objects.Stop)
	database, err := postgres.NewDatabase()
	if err != nil {
		return err
	}
	bucket, err := objects.NewBucket(context.Background())
	if err != nil {
		return err
	}
	s.says["database_url"], s.says["blob_url"], s.says["env"] = database, bucket, s3test.Environment()
	return nil
}

func (s *stack) startProvider(redirectURL string) error {
	provider, err := oidctest.Start(oidctest.Options{RedirectURLs: []string{redirectURL}})
	if err != nil {
		return err
	}
	s.stop = append(s.stop, provider.Stop)
	s.says["oidc"] = map[string]any{
		"issuer": provider.Issuer(), "client_id": oidctest.ClientID, "client_secret": oidctest.ClientSecret, "people": provider.People(),
	}
	return nil
}

func (s *stack) startMail() error {
	server, err := mailtest.Start(mailtest.Options{})
	if err != nil {
		return err
	}
	s.stop = append(s.stop, server.Stop)
	s.says["mail"] = map[string]any{"url": server.URL(), "messages_url": server.MessagesURL()}
	return nil
}
