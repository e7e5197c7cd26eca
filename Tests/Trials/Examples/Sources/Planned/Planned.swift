// The package is planned with the products of Attache, and only this is built.
