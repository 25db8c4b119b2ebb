console.log('demo');
